import { expect } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { type Member, newAddress, team } from '#server/testing/team.ts'

export const noon = new Date('2026-10-23T03:00:00Z')
export const minute = 60_000 // milliseconds
const publicUrl = 'https://asakai.example.com'
export const webhook = (path: string) => ({ url: `https://1.1.1.1/${path}`, events: ['report.submitted'] })
export const makesToken = (member: Member, name: string) =>
  member.post('/tokens', { name, scopes: ['read'], expires_on: '2026-12-01' })

/** Creates an owner, whose session an intruder uses, another administrator, and two possible accomplices. */
export async function takenOver(options: Parameters<typeof team>[0] = {}) {
  const mailbox = await openMailbox()
  const mailSettings = { mail: { url: mailbox.url, from: 'Asakai <asakai@example.com>' }, publicUrl }
  const here = await team({ ...mailSettings, now: noon, ...options })
  const [other, owner] = [await here.member('佐伯'), await here.member('早川')]
  const [accomplice, second] = [await here.member('共犯'), await here.member('主犯')]
  const advanceClock = (minutes = 1) => {
    here.clock.now = new Date(here.clock.now.getTime() + minutes * minute)
  }
  const change = (by: Member, of: Member, to: object) => by.patch(`/users/${of.user.id}`, to)
  expect((await change(other, owner, { is_admin: true })).status).toBe(200)
  await withTeamTransaction(here.database, here, (db) =>
    db.updateTable('credentials').set({ changed_at: noon }).execute(),
  )
  // The addresses are proven already, because the first proof of an address would undo everything.
  await withTeamTransaction(here.database, here, (db) =>
    db.updateTable('users').set({ email_proven_at: noon }).where('team_id', '=', here.teamId).execute(),
  )
  advanceClock()
  const stateOf = async (member: Member) => {
    const { body } = await other.get(`/users/${member.user.id}`)
    return { isAdmin: body.is_admin, isActive: body.is_active }
  }
  /** Waits for the next email to this person that has this subject and a link. Returns the token of the link. */
  const mail = async (subject: string, to = owner) => {
    for (;;) {
      const next = await mailbox.next()
      const isIt = next.to === to.user.email && next.subject.includes(subject)
      if (isIt && next.text.includes('/not-me?token=')) return tokenIn(next)
    }
  }
  const check = async (token: string, from?: string) =>
    (await here.visitor(newAddress()).post('/auth/not-me/check', { token, ...(from && { from }) })).body
  const press = (token: string, more: object = {}) =>
    here.visitor(newAddress()).post('/auth/not-me', { token, ...more })
  return { ...here, mailbox, other, owner, accomplice, second, change, stateOf, mail, check, press, advanceClock }
}
export type Here = Awaited<ReturnType<typeof takenOver>>
