import { expect, test } from 'vitest'
import { openMailbox } from '#server/testing/mailbox.ts'
import { password, team } from '#server/testing/team.ts'

test.each([
  ['keep', 'ja', 'アカウントが削除されました', 'お名前とともにチームに残ります'],
  ['erase', 'de', 'Ihr Konto wurde gelöscht', 'mit allen Ihren Berichten'],
] as const)(
  'a member who leaves gets an email about the deletion (choice: %s, language: %s)',
  async (reports, language, subject, words) => {
    const mailbox = await openMailbox()
    const here = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
    await here.member('佐伯')
    const leaver = await here.member('早川', { language })
    expect((await leaver.call('DELETE', '/users/me', { reports })).status).toBe(204)
    const mail = await mailbox.next()
    expect(mail).toMatchObject({ to: leaver.user.email, subject })
    expect(mail.text).toContain(words)
    expect(mail.text).not.toContain('http')
  },
)

test('a refused deletion of an account sends no email', async () => {
  const mailbox = await openMailbox()
  const here = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const only = await here.member('佐伯')
  const other = await here.member('早川')
  expect((await only.call('DELETE', '/users/me', { reports: 'keep', password })).body.code).toBe('last_admin')
  await other.call('DELETE', '/users/me', { reports: 'keep', password })
  expect((await mailbox.next()).to).toBe(other.user.email)
})
