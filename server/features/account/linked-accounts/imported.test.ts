import { expect, test } from 'vitest'
import { sources } from '#contract/backlogs.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { makeLink } from '#server/access/email-links/operations.ts'
import { hinode, issue, importIssues } from '#server/testing/backlog-team.ts'
import type { Member } from '#server/testing/team.ts'

type Here = Awaited<ReturnType<typeof hinode>>

/** Makes a link "it was not me", as an email to the member would contain it. @returns the link's token */
const mailLink = async ({ database, teamId, clock }: Here, { user }: Member) => {
  const about = { purpose: 'not-me', email: user.email, publicUrl: 'http://x', now: clock.now } as const
  const link = await withTeamTransaction(database, { teamId }, (db) => makeLink(db, { teamId, userId: user.id }, about))
  return new URL(link).searchParams.get('token')!
}

const ways: Record<string, (here: Here, owner: Member, source: string, token: string) => Promise<{ status: number }>> =
  {
    'disconnecting the account': async (_here, owner, source) => owner.delete(`/connections/${source}`),
    'the link "it was not me"': async ({ visitor }, _owner, _source, token) =>
      visitor().post('/auth/not-me', { token }),
  }

test.each(sources.flatMap((source) => Object.keys(ways).map((way) => [way, source] as const)))(
  '%s deletes the items imported from %s and no others',
  async (way, source) => {
    const here = await hinode({ now: new Date() })
    const [owner, other] = [await here.member('早川'), await here.member('佐伯')]
    const token = await mailLink(here, owner)
    here.tracker.issues = [issue(1)]
    for (const member of [owner, other]) {
      await here.connect(member, source)
      await importIssues(member, source)
    }
    const rows = () =>
      withTeamTransaction(here.database, here, async (db) => {
        const items = await db.selectFrom('backlog_items').select('imported_by').execute()
        const syncs = await db.selectFrom('backlog_syncs').select('user_id').execute()
        return [items.map((row) => row.imported_by), syncs.map((row) => row.user_id)].map((ids) => ids.toSorted())
      })
    const both = [owner.user.id, other.user.id].toSorted()
    expect((await rows())[0]).toEqual(both)
    expect((await ways[way]!(here, owner, source, token)).status).toBeLessThan(300)
    expect(await rows()).toEqual([[other.user.id], (await rows())[1]!.filter((id) => id !== owner.user.id)])
    const left = await withTeamTransaction(here.database, here, (db) =>
      db.selectFrom('connections').select('user_id').execute(),
    )
    expect(left.map((row) => row.user_id)).toEqual([other.user.id])
  },
)
