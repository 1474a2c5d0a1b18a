import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { closeResources } from '#server/process/opened.ts'
import { hinode, importIssues, issue, titles } from '#server/testing/backlog-team.ts'
import { serveDemo } from './serve.ts'

test('the demo imports issues of a connected tracker, although it runs no other jobs', async () => {
  const { config, database, imports, tracker, member, connect } = await hinode()
  await imports.stop()
  await withEveryTeamTransaction(database, (db) => sql`create schema asakai_demo`.execute(db))
  await serveDemo({ config, database })
  onTestFinished(closeResources)
  const me = await member()
  await connect(me, 'jira')
  tracker.issues = [issue(1)]
  expect(await importIssues(me, 'jira')).toMatchObject({ imported: 1 })
  expect(await titles(me)).toEqual(['課題 1'])
})
