import { expect, test } from 'vitest'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { readToken, writeToken } from '#server/access/tokens/record-token.ts'
import { team } from '#server/testing/team.ts'
import { checkLink, makeLink, redeemLink, withdrawLinks, withdrawLinksFrom } from './operations.ts'
import type { Purpose } from './sql.ts'

const minutes = 60_000 // milliseconds
const lifetime = 30 * minutes // the lifetime of a link that sets a password
const now = new Date('2026-10-23T00:00:00Z')
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)
const invalid = { code: 'link_invalid' }

/** Creates two members, each with a password link. `mail` makes other links. */
async function mailed() {
  const { database, teamId, member } = await team({ now })
  const inOurs = <Answer>(work: (db: Db) => Promise<Answer>) => withTeamTransaction(database, { teamId }, work)
  const [ren, yukari] = [await member('早川'), await member('藤井')] // the first is an administrator
  const mail = async ({ user }: { user: { id: string } }, purpose: Purpose = 'password-reset', madeAt = now) => {
    const link = { purpose, email: 'ren@example.com', publicUrl: '', now: madeAt, madeBy: ren.user.id }
    return new URL(
      await inOurs((db) => makeLink(db, { teamId, userId: user.id }, link)),
      'http://localhost',
    ).searchParams.get('token')!
  }
  const links = [await mail(ren), await mail(yukari)] as const
  const works = (token: string, when = now, purpose: Purpose = 'password-reset') =>
    inOurs((db) => checkLink(db, token, purpose, when))
  const use = (token: string, when = now, purpose: Purpose = 'password-reset') =>
    inOurs((db) => redeemLink(db, token, purpose, when))
  return { teamId, inOurs, mail, ren, yukari, links, works, use }
}

test('an email link works once, for its member, and leaves another member’s link valid', async () => {
  const { links, ren, yukari, works, use } = await mailed()
  expect(await works(links[0])).toMatchObject({ userId: ren.user.id })
  expect(await use(links[0])).toMatchObject({ userId: ren.user.id, madeAt: now })
  await expect(works(links[0])).rejects.toMatchObject(invalid)
  expect(await works(links[1])).toMatchObject({ userId: yukari.user.id })
})

test.each(['email-proof', 'password-link'] as const)(
  'a newer %s link invalidates earlier links of the same purpose and member only',
  async (purpose) => {
    const { links, mail, ren, yukari, works } = await mailed()
    const [first, others] = [await mail(ren, purpose), await mail(yukari, purpose)]
    const next = await mail(ren, purpose)
    await expect(works(first, now, purpose)).rejects.toMatchObject(invalid)
    expect(await works(next, now, purpose)).toMatchObject({ userId: ren.user.id })
    expect(await works(others, now, purpose)).toMatchObject({ userId: yukari.user.id })
    expect(await works(links[0])).toMatchObject({ userId: ren.user.id })
  },
)

test.each(['password-reset', 'not-me'] as const)(
  'a newer %s link leaves earlier links valid (C10)',
  async (purpose) => {
    const { mail, ren, works } = await mailed()
    const [first, next] = [await mail(ren, purpose), await mail(ren, purpose)]
    for (const link of [first, next]) expect(await works(link, now, purpose)).toMatchObject({ userId: ren.user.id })
  },
)

test('an email link with an invented secret or another link’s secret is rejected', async () => {
  const { links, works, use } = await mailed()
  const [own, other] = links.map((link) => readToken(link)!)
  for (const forged of [
    writeToken({ ...own!, secret: other!.secret }),
    writeToken({ ...own!, id: other!.id }),
    writeToken({ ...own!, secret: Buffer.alloc(own!.secret.length) }),
  ]) {
    await expect(works(forged)).rejects.toMatchObject(invalid)
    await expect(use(forged)).rejects.toMatchObject(invalid)
  }
})

test('an email link works for its own purpose only', async () => {
  const { links, works, use } = await mailed()
  await expect(works(links[0], now, 'email-proof')).rejects.toMatchObject(invalid)
  await expect(use(links[0], now, 'email-proof')).rejects.toMatchObject(invalid)
})

test('an email link works until a millisecond before it expires', async () => {
  const { links, works, use } = await mailed()
  await expect(works(links[0], at(lifetime))).rejects.toMatchObject(invalid)
  await expect(use(links[0], at(lifetime))).rejects.toMatchObject(invalid)
  expect(await works(links[0], at(lifetime - 1))).toBeTruthy()
  expect(await use(links[0], at(lifetime - 1))).toBeTruthy()
})

test('withdrawing a member’s links from a moment on leaves earlier links and other members’ links valid', async () => {
  const { inOurs, links, mail, ren, teamId, works } = await mailed()
  const owner = { teamId, userId: ren.user.id }
  const early = await mail(ren, 'not-me', at(-1))
  const then = await mail(ren, 'not-me')
  await inOurs((db) => withdrawLinksFrom(db, owner, 'not-me', now))
  expect(await works(early, now, 'not-me')).toBeTruthy()
  await expect(works(then, now, 'not-me')).rejects.toMatchObject(invalid)
  await inOurs((db) => withdrawLinks(db, owner, 'password-reset'))
  await expect(works(links[0])).rejects.toMatchObject(invalid)
  expect(await works(links[1])).toBeTruthy()
})
