// npm run sbom [-- FILE]: what a release is made of, as CycloneDX, from package-lock.json alone and without a network.
// Plain JavaScript for Node 20, as install.mjs.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { root } from './install.mjs'

const file = process.argv[2] ?? 'sbom.json'
// What builds the pages is part of what a release is made from, too.
const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--offline']
const { status, error, stdout, stderr } = spawnSync('npm', options, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1_024 * 1_024, // bytes
  shell: process.platform === 'win32', // npm is npm.cmd there
})
if (status === 0) {
  // Without npm's number and moment, the same package-lock.json gives the same bytes.
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
