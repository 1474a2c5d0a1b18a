import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { arrowsToDraw, brokenDomains, domainsOf, drawnArrows } from './domains.ts'

const page = `
| domain | content | may import |
|---|---|---|
| \`search\` | finds texts | |
| \`account\` | own profile | \`search\` |
| \`reports\` | daily reports | \`account\`, \`search\` |

Another paragraph.`

const folders = ['account', 'reports', 'search']
const file = (path: string) => `server/features/${path}`
const imports = [
  { from: file('account/profile/operations.ts'), to: file('search/operations.ts') },
  { from: file('reports/daily-reports/operations.ts'), to: file('account/profile/operations.ts') },
  { from: file('reports/daily-reports/operations.ts'), to: file('search/operations.ts') },
]
const problems = (more: { from: string; to: string }[] = [], changed = page, there = folders) =>
  brokenDomains(domainsOf(changed), there, [...imports, ...more])

test('the check accepts imports that the table of domains allows', () => {
  expect(problems()).toEqual([])
})

test('the check refuses an import that the table of domains does not allow', () => {
  const [problem] = problems([{ from: file('search/operations.ts'), to: file('account/profile/operations.ts') }])
  expect(problem).toContain('does not let search import account')
})

test('the check of domains ignores imports of tests', () => {
  expect(problems([{ from: file('search/search.test.ts'), to: file('account/profile/operations.ts') }])).toEqual([])
})

test('the check refuses a table in which a domain may import a later domain', () => {
  expect(problems([], page.replace('finds texts | |', 'finds texts | `reports` |'))).toContain(
    'docs/architecture.md lets search import reports, which is not above it',
  )
})

test('the check refuses a table of domains that permits an import without a file that uses it', () => {
  expect(brokenDomains(domainsOf(page), folders, imports.slice(1))).toEqual([
    'docs/architecture.md lets account import search, but no file does',
  ])
})

test('the check refuses a folder without a row in the table of domains, and a row without a folder', () => {
  expect(problems([], page, ['account', 'reports', 'billing'])).toEqual([
    'docs/architecture.md has no row for billing',
    'server/features/search does not exist (docs/architecture.md)',
  ])
})

test('the check refuses more than 90 imports between domains', () => {
  const many = Array.from({ length: 90 }, (_, index) => ({
    from: file(`reports/part-${index}/operations.ts`),
    to: file('search/operations.ts'),
  }))
  expect(problems(many)).toEqual(['93 imports between domains are more than 90'])
})

test('the check refuses two parts of a domain that import each other', () => {
  const [monthly, daily] = [file('reports/monthly/operations.ts'), file('reports/daily/operations.ts')]
  const [problem] = problems([
    { from: monthly, to: daily },
    { from: daily, to: monthly },
  ])
  expect(problem).toContain('server/features/reports/monthly/ -> server/features/reports/daily/')
})

test('the picture of domains has an arrow for each permission that does not follow from others', () => {
  expect(arrowsToDraw(domainsOf(page))).toEqual(['account search', 'reports account'])
})

test('the picture of docs/architecture.md has the arrows of its table of domains', () => {
  const architecture = readFileSync('docs/architecture.md', 'utf8')
  expect(drawnArrows(architecture).toSorted()).toEqual(arrowsToDraw(domainsOf(architecture)).toSorted())
})
