// node tools/launch.mjs sbom [FILE]: writes the packages of a release as CycloneDX, from package-lock.json only and
// without a network. Plain JavaScript for Node 20, because it runs in the process of launch.mjs.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { root } from '../install.mjs'

const file = process.argv[2] ?? 'sbom.json'
// The packages that build the pages are part of a release, too.
const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--offline']
const { status, error, stdout, stderr } = spawnSync('npm', options, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1_024 * 1_024, // bytes
  shell: process.platform === 'win32', // npm is npm.cmd on Windows
})
if (status === 0) {
  // Without npm's serial number and timestamp, the same package-lock.json gives the same bytes.
  const {
    serialNumber: _number,
    metadata: { timestamp: _moment, ...metadata },
    ...list
  } = JSON.parse(stdout)
  const { components } = list
  writeFileSync(file, `${JSON.stringify({ ...list, metadata }, undefined, 2)}\n`)
  console.log(`${file}: ${metadata.component.purl}, ${components.length} components`)
} else {
  console.error(`npm sbom did not succeed:\n${error ?? stderr.trim()}`)
  process.exitCode = 1
}
