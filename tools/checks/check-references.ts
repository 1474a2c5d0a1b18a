// Fails on broken references in comments, tests and documents, and on rows of SECURITY.md without a test. Also fails on
// pages that their index lacks, and on a long changelog of the first release. Run with: node
// tools/checks/check-references.ts
import { existsSync, globSync, readFileSync } from 'node:fs'
import { longChangelog } from './changelog.ts'
import { brokenIndex } from './decisions.ts'
import { unlistedPages } from './docs-index.ts'
import { brokenPromises } from './promises.ts'
import { brokenReferences } from './references.ts'

const trees = '{.ci,bench,cli,contract,demo,e2e,server,tools,trials,web}/**/*.{ts,tsx,mjs,js,css,sql}'
const files = new Map(
  globSync(['*.{ts,html,md}', trees, '{docs,fixtures}/**/*.md'])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== 'tools/checks/references.test.ts') // this test names missing files on purpose
    .map((file) => [file, readFileSync(file, 'utf8')]),
)
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
const broken = [
  ...brokenReferences(files, (path) => globSync(path).length > 0),
  ...brokenIndex(files),
  ...unlistedPages(files),
  ...longChangelog(readFileSync('CHANGELOG.md', 'utf8')),
  ...brokenPromises(readFileSync('SECURITY.md', 'utf8'), read),
]

for (const each of broken) console.error(each)
console.log(broken.length ? `${broken.length} references lead nowhere` : `${files.size} files point to what is there`)
process.exitCode = broken.length ? 1 : 0
