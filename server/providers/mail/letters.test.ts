import { expect, test } from 'vitest'
import { writeInvitation, writeInvitationMessage } from './letters.ts'

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
] as const)('an invitation says until when in the team’s zone, in %s', (language, until) => {
  expect(writeInvitation({ ...invitation, language, to: 'a@b.example' }).text.replaceAll(/\s/gu, ' ')).toContain(until)
  expect(writeInvitationMessage({ ...invitation, language }).replaceAll(/\s/gu, ' ')).toContain(until)
})

test('an invitation until the first of a month says so as French does', () => {
  const expiresAt = '2026-11-01T00:05:00.000Z'
  expect(writeInvitationMessage({ ...invitation, expiresAt, language: 'fr' })).toContain('1er novembre 2026')
})
