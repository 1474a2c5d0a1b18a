// npm run rotate-secrets: on the Node that package.json pins. Plain JavaScript for Node 20, as install.mjs.
import { spawnSync } from 'node:child_process'
import { install, pinnedNode, root } from './install.mjs'

install()
process.exitCode = spawnSync(pinnedNode, ['scripts/reseal.ts'], { cwd: root, stdio: 'inherit' }).status ?? 1
