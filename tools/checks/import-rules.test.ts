import { expect, test } from 'vitest'
import { brokenRules, importRules } from './import-rules.ts'

const reports = 'server/features/reports/daily-reports'
const profile = 'server/features/account/profile'

const broken: [rule: string, from: string, to: string][] = [
  ['contract-stands-alone', 'contract/reports.ts', 'web/dates/dates.ts'],
  ['contract-stands-alone', 'contract/reports.ts', 'node_modules/uuid'],
  ['web-and-server-never-meet', 'web/dates/dates.ts', 'server/errors.ts'],
  ['server-never-imports-web', 'server/app.ts', 'web/dates/dates.ts'],
  ['web-without-node', 'web/dates/dates.ts', 'node:fs'],
  ['driver-only-in-db', 'server/access/membership.ts', 'node_modules/pg'],
  ['queue-only-in-jobs', `${reports}/operations.ts`, 'node_modules/graphile-worker'],
  ['jobs-above-features', `${reports}/operations.ts`, 'server/jobs/tasks.ts'],
  ['statements-only-in-sql', `${reports}/operations.ts`, 'node_modules/kysely'],
  ['sql-is-the-bottom', `${reports}/sql.ts`, `${reports}/policy.ts`],
  ['routes-skip-nothing', `${reports}/routes.ts`, `${reports}/sql.ts`],
  ['routes-skip-nothing', `${reports}/routes.ts`, `${profile}/operations.ts`],
  ['domain-knows-no-http', `${reports}/operations.ts`, 'node_modules/fastify'],
  ['domain-knows-no-http', `${reports}/operations.ts`, 'server/http/errors/problem.ts'],
  ['policy-is-pure', `${reports}/policy.ts`, 'server/db/database.ts'],
  ['features-meet-at-operations', `${reports}/operations.ts`, `${profile}/sql.ts`],
  ['one-list-of-routes', 'server/app.ts', `${reports}/routes.ts`],
  ['infrastructure-below-features', 'server/access/membership.ts', `${profile}/operations.ts`],
  ['web-features-do-not-meet', 'web/features/reports/day.ts', 'web/features/session/session.tsx'],
  ['screens-do-not-meet', 'web/screens/week/week.tsx', 'web/screens/team/team.tsx'],
  ['shared-knows-no-screen', 'web/screens/shared/use-missing.ts', 'web/screens/team/team.tsx'],
  ['entities-below-features', 'web/entities/members.ts', 'web/features/reports/day.ts'],
  ['domain-below-entities', 'web/domain/person.ts', 'web/entities/members.ts'],
  ['api-knows-no-noun', 'web/api/client.ts', 'web/domain/person.ts'],
  ['web-bottom', 'web/dates/dates.ts', 'web/ui/button.tsx'],
  ['ui-knows-no-domain', 'web/ui/button.tsx', 'contract/limits.ts'],
  ['features-below-screens', 'web/features/reports/day.ts', 'web/app/paths.ts'],
  ['screens-below-app', 'web/screens/shell/shell.tsx', 'web/app/app.tsx'],
  ['client-behind-queries', 'web/features/reports/day.ts', 'web/api/client.ts'],
  ['tokens-belong-to-the-session', 'web/screens/shell/shell.tsx', 'web/api/tokens.ts'],
  ['commands-without-tools', 'cli/run.mjs', 'tools/install.mjs'],
  ['product-without-its-tools', 'server/app.ts', 'tools/checks/import-rules.ts'],
  ['testing-stays-in-tests', 'server/app.ts', 'server/testing/team.ts'],
  ['traces-only-where-asked', 'server/app.ts', 'node_modules/@opentelemetry/api'],
  ['no-index-files', 'web/screens/shell/shell.tsx', 'web/ui/index.ts'],
]

test.each(broken)('the rule %s refuses that %s imports %s', (rule, from, to) => {
  expect(brokenRules(from, to).map((each) => each.name)).toContain(rule)
})

test('the test has a refused import for each import rule', () => {
  expect(new Set(broken.map(([rule]) => rule))).toEqual(new Set(importRules.map((rule) => rule.name)))
})

test.each([
  [`${reports}/operations.ts`, `${profile}/operations.ts`],
  [`${reports}/sql.ts`, 'node_modules/kysely'],
  [`${reports}/routes.ts`, `${reports}/operations.ts`],
  [`${reports}/daily-reports.test.ts`, 'server/testing/team.ts'],
  ['web/screens/shell/shell.tsx', 'web/app/members-paths.ts'],
  ['web/screens/shell/other-screens.ts', 'web/screens/team/team.tsx'],
  ['web/features/reports/queries.ts', 'web/entities/members.ts'],
  ['web/features/reports/queries.ts', 'web/api/client.ts'],
  ['web/ui/button.tsx', 'web/hooks/use-media.ts'],
])('the import rules allow that %s imports %s', (from, to) => {
  expect(brokenRules(from, to)).toEqual([])
})
