// npm run release: installs and builds what is missing, then makes what an operator installs, in release/.
// Plain JavaScript for Node 20, as install.mjs.
import { spawnSync } from 'node:child_process'
import { build } from './build.mjs'
import { install, pinnedNode, root } from './install.mjs'

try {
  install()
  build()
  process.exitCode =
    spawnSync(pinnedNode, ['--disable-warning=ExperimentalWarning', 'scripts/release.ts'], {
      cwd: root,
      stdio: 'inherit',
    }).status ?? 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
