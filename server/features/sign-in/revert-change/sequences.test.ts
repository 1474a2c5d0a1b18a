import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { password } from '#server/testing/team.ts'
import { type Act, acts, type Step, stepsOf } from '#server/testing/team-decisions.ts'
import { type Here, makesToken, takenOver } from './testing/taken-over.ts'

const steps = fc.array(stepsOf(3, Object.keys(acts) as Act[], 3), { minLength: 3, maxLength: 12 })

/** Returns the owner, two possible accomplices, and an independent administrator. Any of them can act. */
const everybody = ({ owner, accomplice, second, other }: Here) => [owner, accomplice, second, other]

/** Runs a step. A refused step changes nothing. The owner and the independent administrator never leave the team. */
async function play(here: Here, { by, of, act }: Step) {
  const [actor, whom] = [everybody(here)[by]!, everybody(here)[of]!]
  here.advanceClock()
  if (act === 'leave') {
    if (actor !== here.owner && actor !== here.other)
      await actor.call('DELETE', '/users/me', { reports: by % 2 ? 'keep' : 'erase', password })
  } else if (act === 'sign out') await actor.delete(`/users/${whom.user.id}/sessions`)
  else {
    const { isActive, isAdmin } = acts[act]
    const to = { ...(isActive !== null && { is_active: isActive }), ...(isAdmin !== null && { is_admin: isAdmin }) }
    await here.change(actor, whom, to)
  }
}

/** Returns who is active and who is an administrator, by id. */
async function standings({ database, teamId }: Here) {
  const rows = await withTeamTransaction(database, { teamId }, (db) =>
    db
      .selectFrom('users')
      .where('team_id', '=', teamId)
      .where('left_at', 'is', null)
      .select(['id', 'display_name', 'is_active', 'is_admin'])
      .execute(),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

test('the page of an emailed link lists exactly what confirming undoes, whatever happened before (E1.11)', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (played) => {
      const here = await takenOver()
      await makesToken(here.owner, 'x')
      await here.change(here.owner, here.accomplice, { is_admin: true })
      for (const step of played) await play(here, step)
      const token = await here.mail('アクセストークン')
      const { changes, code } = await here.check(token)
      const before = await standings(here)
      const { status } = await here.press(token)
      expect(status).toBe(code === undefined ? 200 : 400)
      const after = await standings(here)
      const turned: string[] = []
      for (const was of before.values()) {
        const is = after.get(was.id)!
        const own = was.id === here.owner.user.id
        if (is.is_active !== was.is_active)
          turned.push(own && is.is_active ? 'own-account ' : `wrong ${was.display_name}`)
        if (is.is_admin && !was.is_admin) turned.push(own ? 'own-right ' : `wrong ${was.display_name}`)
        if (was.is_admin && !is.is_admin) turned.push(`administrator ${was.display_name}`)
      }
      const rights = new Set(['own-account', 'own-right', 'administrator'])
      const listed = (changes ?? [])
        .filter((one: { kind: string; is_undone: boolean }) => one.is_undone && rights.has(one.kind))
        .map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)
      expect(turned.sort()).toEqual(listed.sort())
    }),
    { numRuns: 8 },
  )
}, 120_000)
