import { describe, expect, test } from 'vitest'
import { eventsOf } from '#server/testing/events.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { newAddress, password, team } from '#server/testing/team.ts'

const newPassword = 'battery horse correct'

/** Returns a function that returns the events of an action, with their details but without request ids. */
async function reading(options: Parameters<typeof team>[0] = {}) {
  const here = await team({ logLevel: 'fatal', ...options })
  const misaki = await here.member('佐伯')
  const events = eventsOf(here.app)
  const during = async (act: () => Promise<unknown>) => {
    const before = events().length
    await act()
    return events()
      .slice(before)
      .map(({ level: _level, reqId, ip, ...event }) => {
        expect([typeof reqId, typeof ip]).toEqual(['string', 'string'])
        return event
      })
  }
  const who = { team: here.teamId, member: misaki.user.id }
  return { ...here, misaki, during, who, events }
}

describe('events for the operator', () => {
  test('the server logs sign-ins, sign-outs and refused sign-ins', async () => {
    const { visitor, misaki, during, who } = await reading()
    const login = (secret: string) => visitor().post('/auth/login', { username: misaki.user.email, password: secret })
    expect(await during(() => login(password))).toEqual([{ event: 'signed_in', ...who, way: 'password' }])
    expect(await during(() => login('wrong-password'))).toEqual([
      { event: 'sign_in_refused', ...who, way: 'password', reason: 'password' },
    ])
    const stranger = { username: 'nobody@example.com', password }
    expect(await during(() => visitor().post('/auth/login', stranger))).toEqual([
      { event: 'sign_in_refused', way: 'password', reason: 'no_account' },
    ])
    const { refresh_token } = misaki.tokens
    expect(await during(() => visitor().post('/auth/logout', { refresh_token }))).toEqual([
      { event: 'signed_out', ...who },
    ])
    expect(await during(() => visitor().post('/auth/logout', { refresh_token: 'made-up' }))).toEqual([])
  })

  test('the server logs the rate limit that refused a caller', async () => {
    const { app, visitor, misaki, during } = await reading()
    const address = newAddress()
    const login = () =>
      visitor(address).post('/auth/login', { username: misaki.user.email, password: 'wrong-password' })
    for (let attempt = 1; attempt <= 5; attempt++) await login()
    expect(await during(login)).toEqual([{ event: 'locked_out', limit: 'login-account-address' }])
    expect(await app.services.metrics.text()).toContain('asakai_refusals_total{limit="login-account-address"} 1')
  })

  test('the server logs changed passwords and the emails about these changes', async () => {
    const mailbox = await openMailbox()
    const mail = { url: mailbox.url, from: 'asakai@example.com' }
    const { visitor, misaki, during, who } = await reading({ mail })
    const change = { current_password: password, new_password: newPassword, confirm_password: newPassword }
    const changing = async () => {
      await misaki.patch('/users/me/password', change)
      await mailbox.next()
    }
    expect(await during(changing)).toEqual([{ event: 'password_changed', ...who }])
    const { email } = misaki.user
    const asked = await during(async () => {
      await visitor().post('/auth/password-reset', { email })
      await mailbox.next()
    })
    expect(asked).toEqual([{ event: 'password_reset_asked', ...who }])
  })

  test('the server logs invitations and new members', async () => {
    const { visitor, misaki, during, who, events } = await reading()
    const invite = () =>
      misaki.post('/invitations', { email: `${crypto.randomUUID()}@example.com`, role: 'qa-engineer' })
    let made: Awaited<ReturnType<typeof invite>>['body']
    const inviting = await during(async () => (made = (await invite()).body))
    expect(inviting).toEqual([{ event: 'invitation_made', ...who, id: made.id }, { event: 'mail_not_set_up' }])
    const token = new URL(made.link).searchParams.get('token')
    const newcomer = { id: token, first_name: '蓮', family_name: '三浦', password, confirm_password: password }
    const entering = await during(() => visitor().post('/invitations/accept', newcomer))
    expect(entering).toEqual([
      { event: 'invitation_accepted', team: who.team, member: expect.any(String), id: made.id },
      { event: 'signed_in', team: who.team, member: expect.any(String), way: 'invitation' },
    ])
    const log = JSON.stringify(events())
    for (const secret of [made.email, token!, '佐伯', '三浦', password]) expect(log).not.toContain(secret)
  })
})
