import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { type MailKind, mailKinds, type Notice } from './mail-kinds.ts'
import { writeInvitation, writeInvitationMessage, writeMail, writeNotice } from './write-mail.ts'

const invitation = {
  inviter: { display_name: '佐伯 美咲', settings: {}, team_name: '予約プロダクト', time_zone: 'Asia/Tokyo' },
  link: 'https://asakai.example/invitation?token=x',
  expiresAt: '2026-11-08T00:05:00.000Z',
}

test.each([
  ['ja', '2026年11月8日 09:05 (JST)'],
  ['en', '8 November 2026 at 09:05 (GMT+9)'],
  ['de', '8. November 2026 um 09:05 (GMT+9)'],
  ['fr', '8 novembre 2026 à 09:05 (UTC+9)'],
  ['it', '8 novembre 2026 alle ore 09:05 (GMT+9)'],
  ['zh-cn', '2026年11月8日 09:05 (GMT+9)'],
  ['zh-tw', '2026年11月8日 09:05 (GMT+9)'],
  ['et', '8. november 2026, kell 09:05 (GMT +9)'],
] as const)('an invitation in %s shows its end in the team’s time zone', (language, until) => {
  expect(writeInvitation({ ...invitation, language, to: 'a@b.example' }).text.replaceAll(/\s/gu, ' ')).toContain(until)
  expect(writeInvitationMessage({ ...invitation, language }).replaceAll(/\s/gu, ' ')).toContain(until)
})

test('an email in French writes the first day of a month as 1er', () => {
  const expiresAt = '2026-11-01T00:05:00.000Z'
  expect(writeInvitationMessage({ ...invitation, expiresAt, language: 'fr' })).toContain('1er novembre 2026')
})

const [inChats, weekly] = ['invitation', 'week'] as const
/** Every kind of email whose text has fields. Other tests check the remaining two kinds. */
const mails = (Object.keys(mailKinds) as MailKind[]).filter((kind) => kind !== inChats && kind !== weekly)
const advertising = 'win money http://evil.com now\r\nBcc: victim@evil.com www.evil.com \u200bevil\u200b.com'.padEnd(
  100,
  '!',
)
const link = 'https://asakai.example/x?token=y'

/** Removes the link and the recipient's address from a text. Both come from us, not from a stranger. */
const foreign = (text: string) => text.replaceAll(link, '').replaceAll('owner@mail.example', '')

function expectNoAdvertising({ subject, text }: { subject: string; text: string }) {
  expect(subject).not.toMatch(/[\r\n]/u)
  for (const part of [subject, foreign(text)]) expect(part).not.toMatch(/:\/\/|www\.\S|\S@\S|\w\.com/iu)
  expect(text.split('\n').some((line) => line.startsWith('Bcc:'))).toBe(false)
  expect(subject.length).toBeLessThan(150)
}

test.each(mails)('a stranger’s text does not become a link in the email %s (E1.14)', (mail) => {
  for (const language of languages) {
    const member = { display_name: advertising, settings: {} }
    const [to, name] = ['owner@mail.example', advertising]
    const texts = { email: to, link, name, by: name, stopped: [name], notMe: link }
    const about = { member, language, to, ...texts, team: 'x', isProven: true }
    const isNotice = mailKinds[mail] === 'alert' || mailKinds[mail] === 'notice'
    // Each kind of email is written by only one of the two functions.
    expectNoAdvertising(isNotice ? writeNotice(mail as Notice, about) : writeMail(mail as 'signUp', about))
  }
})

test('a stranger’s text does not become a link in an invitation by email or chat (E1.14)', () => {
  const inviter = { display_name: advertising, settings: {}, team_name: advertising, time_zone: 'Asia/Tokyo' }
  for (const language of languages) {
    const about = { inviter, language, link, expiresAt: '2026-11-08T00:05:00.000Z' }
    expectNoAdvertising(writeInvitation({ ...about, to: 'owner@mail.example' }))
    expectNoAdvertising({ subject: '', text: writeInvitationMessage(about) })
  }
})
