import { expect } from 'vitest'
import type { Source } from '#contract/backlogs.ts'
import { defaultSettings, type Settings } from '#contract/users.ts'
import { openKeyring } from '#server/access/keys/sealed.ts'
import { readProviders } from '#server/config/providers.ts'
import { type Database, withTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { saveConnection } from '#server/features/account/linked-accounts/operations.ts'
import { runImports } from './jobs.ts'
import * as standIn from './stand-ins.ts'
import { type Member, team } from './team.ts'
import type { TrackerIssue } from './tracker.ts'

export const secretKey = Buffer.alloc(32, 7)
export const keyring = openKeyring(secretKey, undefined)

/** Stores a connection as the product does when a member connects an account. */
export const saveGrant = (
  database: Database,
  member: { teamId: string; userId: string },
  provider: Source,
  secret: unknown,
) =>
  withTeamTransaction(database, member, (db) =>
    saveConnection({ keyring, now: () => new Date() }, db, member, {
      provider,
      account: 'hinode',
      subject: `${provider} of ${member.userId}`,
      secret,
    }),
  )

/**
 * Creates a team that may connect an internal tracker, which is also its GitHub API. Runs imports until the test ends.
 */
export async function hinode(options: { now?: Date } = {}) {
  const tracker = await standIn.tracker()
  const providers = readProviders(
    readerOf({
      TRACKER_ORIGINS: tracker.url,
      GITHUB_CLIENT_ID: 'id',
      GITHUB_CLIENT_SECRET: 'secret',
      GITHUB_API_URL: tracker.url,
    }),
  )
  const parts = await team({ secretKey, providers, ...options })
  const imports = runImports(parts.app)
  const { database, teamId } = parts
  const connect = async (person: Member, source: Source, key = 'right-key') => {
    const secrets = {
      github: { access_token: key },
      jira: { domain: tracker.url, email: 'misaki@example.com', apiToken: key },
      backlog: { space: tracker.url, apiKey: key },
    }
    await saveGrant(database, { teamId, userId: person.user.id }, source, secrets[source])
  }
  const change = (person: Member, columns: object) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.updateTable('users').set(columns).where('team_id', '=', teamId).where('id', '=', person.user.id).execute(),
    )
  return { ...parts, imports, tracker, connect, change }
}

export const choose = async (person: Member, backlog: Partial<Settings['backlog']>) => {
  const answer = await person.patch('/users/me/settings', { backlog: { ...defaultSettings.backlog, ...backlog } })
  expect(answer.status).toBe(200)
}

/** Returns an issue. Issues with higher ids are older. */
export const issue = (id: number, more: Partial<TrackerIssue> = {}): TrackerIssue => ({
  id,
  title: `課題 ${id}`,
  updatedAt: new Date(Date.UTC(2026, 9, 20) - id * 60_000).toISOString().replace('.000', ''),
  ...more,
})

/** Returns the expected backlog item for GitHub's issue with this number. */
export const imported = (number: number, parts: object) => ({
  id: expect.any(Number),
  backlog: `課題 ${number}`,
  source: 'github',
  source_type: 'issue',
  reference: `#${number}`,
  ...parts,
})

/** Imports issues and returns the counts and the message. Waits for an import that continues in the background. */
export const importWithMessage = async (person: Member, source: Source = 'github') => {
  const { status, body, headers } = await person.post(`/backlogs/${source}/issues/import`)
  if (status === 202) return wait(person, String(headers['location']))
  expect([status, body.code]).toEqual([200, undefined])
  return body as Awaited<ReturnType<typeof wait>>
}

/** Imports issues as `importWithMessage` does, and returns the counts only. */
export const importIssues = async (person: Member, source: Source = 'github') => {
  const { message: _, ...counts } = await importWithMessage(person, source)
  return counts
}

/** Waits for a background import and returns its counts and its message. */
async function wait(person: Member, address: string) {
  const read = async () => (await person.get(address.replace(/^\/api/u, ''))).body
  await expect.poll(read, { timeout: 60_000 }).toMatchObject({ state: 'done' })
  const { message, imported, updated, closed } = await read()
  return { message: message as string, imported, updated, closed }
}

export const titles = async (person: Member, path: '/backlogs' | '/dashboard' = '/backlogs'): Promise<string[]> => {
  const { body } = await person.get(path)
  return (path === '/backlogs' ? body : body.backlog).map(({ backlog }: { backlog: string }) => backlog)
}
