// Checks the imports of all files. It fails on:
// - an import that a rule forbids, of a missing file, or in a circle
// - an import between domains that the table of docs/architecture.md does not allow
// - a package that the server needs but does not install in production
// Run with: node tools/checks/check-imports.ts
import { readdirSync, readFileSync } from 'node:fs'
import { circlesIn } from './circles.ts'
import { brokenDomains, domainsOf, importsBetween } from './domains.ts'
import { files, importsOf, manifest } from './import-graph.ts'
import { brokenRules, importRules } from './import-rules.ts'

const failures: string[] = []

const imports = files.flatMap(importsOf).flatMap(({ from, written, to, line }) => {
  if (to) return { from, to, line }
  failures.push(`${from}:${line} imports ${written}\n    leads-nowhere: No such file or installed package.`)
  return []
})
for (const each of imports) checkRules(each)
for (const circle of circlesIn(imports))
  failures.push(`${circle.join(' -> ')}\n    no-circles: Move what both need to a file of its own.`)
const domains = domainsOf(readFileSync('docs/architecture.md', 'utf8'))
failures.push(...brokenDomains(domains, readdirSync('server/features'), imports))

for (const failure of failures) console.error(failure)
console.log(
  failures.length
    ? `${failures.length} imports against the rules`
    : `${imports.length} imports of ${files.length} files keep ${importRules.length} rules; ${importsBetween(imports).length} are between ${domains.length} domains`,
)
process.exitCode = failures.length ? 1 : 0

function checkRules({ from, to, line }: (typeof imports)[number]) {
  for (const { name, advice } of brokenRules(from, to))
    failures.push(`${from}:${line} imports ${to}\n    ${name}: ${advice}`)
  const shipped = from.startsWith('server/') && !/\/testing\/|\.test\.ts$/u.test(from)
  const name = to.replace(/^node_modules\//u, '')
  if (shipped && name !== to && !(name in manifest.dependencies))
    failures.push(
      `${from}:${line} imports ${to}\n    server-needs-dependencies: Move ${name} from devDependencies to dependencies.`,
    )
}
