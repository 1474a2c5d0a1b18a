import { expect, test } from 'vitest'
import { safeReturnPath } from './paths.ts'

test.each(['/', '/team', '/team?tab=pending', '/?date=2026-10-22', '/?page=activity', '/settings?tab=language#top'])(
  'safeReturnPath accepts %s',
  (place) => expect(safeReturnPath(place)).toBe(place),
)

test.each([
  null,
  '',
  '//evil.example',
  '//evil.example/team',
  String.raw`/\evil.example/team`,
  String.raw`\\evil.example`,
  'https://evil.example/team',
  'javascript:alert(1)',
  'javascript:/team',
  'data:text/html,x',
  '/%2F%2Fevil.example',
  '%2F%2Fevil.example',
  '/%5Cevil.example',
  '\t//evil.example/team',
  '/team/../../evil',
  '/login',
  '/signup',
  '/email-proof?token=x',
  '/api/users/me',
  '/elsewhere',
  'http://[',
])('safeReturnPath returns / for %j', (place) => expect(safeReturnPath(place)).toBe('/'))

test('safeReturnPath keeps an address in the query, and resolves dots in the path', () => {
  expect(safeReturnPath('/team?next=//evil.example')).toBe('/team?next=//evil.example')
  expect(safeReturnPath('/./team/../team')).toBe('/team')
})
