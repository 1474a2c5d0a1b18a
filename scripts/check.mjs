// npm run check: on the Node that package.json pins. Plain JavaScript for Node 20, as install.mjs.
import { spawnSync } from 'node:child_process'
import { install, pinnedNode, root } from './install.mjs'

install()
const words = ['scripts/check.ts', ...process.argv.slice(2)]
process.exitCode = spawnSync(pinnedNode, words, { cwd: root, stdio: 'inherit' }).status ?? 1
