import { expect, test } from 'vitest'
import { type Member, password } from '#server/testing/team.ts'
import { type Here, makesToken, takenOver, webhook } from './testing/taken-over.ts'

const chosen = { new_password: 'river stone lantern', confirm_password: 'river stone lantern' }
const kinds = (changes: { kind: string; name: string; is_undone: boolean }[]) =>
  changes.map(({ kind, name, is_undone }) => `${kind} ${name} ${is_undone ? 'undone' : 'stays'}`)

/**
 * The tricks by which accomplices hide that they made somebody an administrator. In the end the owner is deactivated.
 */
const hidings: Record<string, (here: Here) => Promise<{ status: number }>> = {
  'the open session demotes the first accomplice and appoints them again': async (here) => {
    const { change, owner, accomplice, second, advanceClock } = here
    await change(accomplice, second, { is_admin: true })
    await change(owner, accomplice, { is_admin: false })
    advanceClock()
    await change(owner, accomplice, { is_admin: true })
    await change(second, owner, { is_admin: false })
    return change(second, owner, { is_active: false })
  },
  'the second accomplice demotes the first and appoints them again': async (here) => {
    const { change, owner, accomplice, second, advanceClock } = here
    await change(accomplice, second, { is_admin: true })
    await change(second, accomplice, { is_admin: false })
    advanceClock()
    await change(second, accomplice, { is_admin: true })
    await change(accomplice, owner, { is_admin: false })
    return change(accomplice, owner, { is_active: false })
  },
  'the first accomplice leaves': async ({ change, owner, accomplice, second, advanceClock }) => {
    await change(accomplice, second, { is_admin: true })
    advanceClock()
    await change(accomplice, owner, { is_admin: false })
    await change(accomplice, owner, { is_active: false })
    const erase = await accomplice.call('DELETE', '/users/me', { reports: 'erase', password })
    expect(erase).toMatchObject({ status: 409, body: { code: 'new_administrator' } })
    return accomplice.call('DELETE', '/users/me', { reports: 'keep', password })
  },
}

test.each(Object.entries(hidings))(
  '“it was not me” undoes the whole takeover even if %s (E1.11)',
  async (_how, hide) => {
    const here = await takenOver()
    const { change, owner, accomplice, second, other, mail, check, press, advanceClock, stateOf, visitor } = here
    await change(owner, accomplice, { is_admin: true })
    advanceClock()
    await second.post('/insights', { type: 'keep', note: '朝会' })
    expect((await hide(here)).status).toBeLessThan(300)
    await here.second.post('/webhooks', webhook('second'))
    const token = await mail('管理者')
    const { changes } = await check(token)
    expect(kinds(changes)).toEqual(
      expect.arrayContaining(['own-right  undone', 'own-account  undone', 'administrator 主犯 直樹 undone']),
    )
    expect(changes.filter(({ kind }: { kind: string }) => kind === 'webhook')).toHaveLength(1)
    const { body } = await press(token)
    expect((await visitor().put('/auth/password-reset', { token: body.reset_token, ...chosen })).status).toBe(204)
    expect(await stateOf(owner)).toEqual({ isAdmin: true, isActive: true })
    expect((await stateOf(second)).isAdmin).toBe(false)
    expect((await stateOf(accomplice)).isAdmin).not.toBe(true)
    expect((await other.get('/webhooks')).body.webhooks).toMatchObject([{ state: 'stopped' }])
  },
)

/**
 * The changes that an independent administrator makes to the owner. They have no effect, because an accomplice has
 * already deactivated the owner.
 */
const words: Record<string, (by: Member, of: Member) => Promise<unknown>> = {
  deactivates: (by, of) => by.patch(`/users/${of.user.id}`, { is_active: false }),
  demotes: (by, of) => by.patch(`/users/${of.user.id}`, { is_admin: false }),
  'logs out': (by, of) => by.delete(`/users/${of.user.id}/sessions`),
}

test.each(Object.entries(words))(
  '“it was not me” restores nothing to a member whom an independent administrator %s (E1.11)',
  async (how, says) => {
    const { change, owner, accomplice, other, mail, check, press, advanceClock, stateOf } = await takenOver()
    await change(owner, accomplice, { is_admin: true })
    advanceClock()
    await change(accomplice, owner, { is_admin: false })
    await change(accomplice, owner, { is_active: false })
    await change(other, accomplice, { is_active: false })
    advanceClock()
    await says(other, owner)
    const token = await mail('管理者')
    const before = await check(token)
    const { status } = await press(token)
    expect((await stateOf(owner)).isAdmin).toBe(false)
    if (how === 'deactivates') return expect([before.code, status]).toEqual(['link_invalid', 400])
    expect(kinds(before.changes)).toContain('own-right  stays')
    expect((await stateOf(owner)).isActive).toBe(how === 'demotes')
  },
)

test('the email links of a member whom an independent administrator deactivated are invalid (E1.11)', async () => {
  const { change, owner, accomplice, other, mail, press, advanceClock, stateOf } = await takenOver()
  await change(owner, accomplice, { is_admin: true })
  await owner.post('/webhooks', webhook('a'))
  advanceClock()
  await change(other, owner, { is_active: false })
  expect((await press(await mail('管理者'))).body.code).toBe('link_invalid')
  expect((await stateOf(accomplice)).isAdmin).toBe(true)
  expect((await other.get('/webhooks')).body.webhooks).toMatchObject([{ state: 'on' }])
})

test('“it was not me” ends the sessions and email links of accomplices (E1.11)', async () => {
  const { change, owner, accomplice, second, mail, press, advanceClock, stateOf } = await takenOver()
  await change(owner, accomplice, { is_admin: true })
  advanceClock()
  await change(accomplice, second, { is_admin: true })
  advanceClock()
  await change(second, accomplice, { is_admin: false })
  const own = await mail('管理者')
  const theirs = await mail('管理者', accomplice)
  expect((await press(own)).status).toBe(200)
  expect((await press(theirs)).body.code).toBe('link_invalid')
  expect((await accomplice.get('/users/me')).status).toBe(401)
  expect(await stateOf(accomplice)).toEqual({ isAdmin: false, isActive: true })
})

test('an administrator right that an independent administrator took away is listed as not restored (E1.11)', async () => {
  const { change, owner, other, mail, check, advanceClock } = await takenOver()
  await makesToken(owner, 'x')
  advanceClock()
  await change(other, owner, { is_admin: false })
  expect(kinds((await check(await mail('アクセストークン'))).changes)).toEqual(['token x undone', 'own-right  stays'])
})

test.each([
  ['an administrator', { is_admin: false }, '早川 直樹さんが管理者に戻りました'],
  ['active', { is_active: false }, '早川 直樹さんが管理者に戻りました'],
])(
  'the other administrators get an email if an emailed link makes a member %s again',
  async (_what, taken, subject) => {
    const { change, owner, accomplice, other, mail, press, advanceClock, mailbox } = await takenOver()
    await change(owner, accomplice, { is_admin: true })
    advanceClock()
    await change(accomplice, owner, taken)
    await press(await mail('管理者'))
    for (;;) {
      const next = await mailbox.next()
      if (next.to !== other.user.email || !next.subject.includes('戻りました')) continue
      return expect(next.subject).toBe(subject)
    }
  },
)

test('a new email is listed as requested until its link is opened', async () => {
  const { owner, mail, check, advanceClock, mailbox, visitor, clock } = await takenOver()
  await makesToken(owner, 'x')
  advanceClock(5)
  const names = { first_name: '直樹', family_name: '早川', preferred_name: '' }
  const email = `thief-${owner.user.email}`
  await owner.patch('/users/me/profile', { ...names, email })
  const asked = clock.now.toISOString()
  const token = await mail('アクセストークン')
  expect((await check(token)).changes.at(-1)).toEqual({ at: asked, kind: 'email-asked', name: email, is_undone: true })
  advanceClock(5)
  for (;;) {
    const next = await mailbox.next()
    if (next.to !== email) continue
    const proof = new URL(/https\S+/u.exec(next.text)![0]).searchParams.get('token')
    expect((await visitor().post('/auth/email-proof', { token: proof })).status).toBeLessThan(300)
    break
  }
  const changed = { at: clock.now.toISOString(), kind: 'email', name: email, is_undone: true }
  expect((await check(token)).changes.at(-1)).toEqual(changed)
})

test('“it was not me” from a chosen change on keeps the earlier changes (E1.11)', async () => {
  const { change, owner, accomplice, check, press, mail, advanceClock, stateOf, other } = await takenOver()
  await change(owner, accomplice, { is_admin: true })
  advanceClock()
  await accomplice.post('/webhooks', webhook('wanted'))
  advanceClock()
  await makesToken(owner, 'strange')
  const token = await mail('アクセストークン')
  const { changes } = await check(token)
  expect(kinds(changes)).toEqual(['administrator 共犯 直樹 undone', 'webhook 1.1.1.1 undone', 'token strange undone'])
  const from = changes[1].at
  expect(kinds((await check(token, from)).changes)).toEqual(['token strange undone'])
  expect((await press(token, { from })).status).toBe(200)
  expect((await stateOf(accomplice)).isAdmin).toBe(true)
  expect((await other.get('/webhooks')).body.webhooks).toMatchObject([{ state: 'on' }])
})
