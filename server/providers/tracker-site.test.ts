import { describe, expect, test } from 'vitest'
import { trackerSites } from './tracker-site.ts'

const jira = { suffixes: ['.atlassian.net'], tried: ['.atlassian.net'] }
const backlog = {
  suffixes: ['.backlog.com', '.backlog.jp', '.backlogtool.com'],
  tried: ['.backlog.com', '.backlog.jp'],
}
const allowed = ['http://127.0.0.1:4010', 'https://jira.example.com', 'http://tracker:8080', 'https://tracker:8080']

const origins = (typed: string, provider = jira, permitted: string[] = []) =>
  trackerSites(typed, provider, permitted).map(({ origin }) => origin)

describe("trackerSites with a tracker's own domain", () => {
  test.each([
    'hinode',
    'hinode.atlassian.net',
    '  hinode.atlassian.net\n',
    'HINODE.Atlassian.NET',
    'https://hinode.atlassian.net',
    'https://hinode.atlassian.net/',
    'http://hinode.atlassian.net/',
    'HTTPS://hinode.atlassian.net/jira/software/projects/HIN/boards/1?filter=a@b#c',
    'hinode.atlassian.net/browse/HIN-1',
  ])('the input %j is accepted as a Jira site', (typed) => {
    expect(trackerSites(typed, jira, allowed)).toEqual([
      { origin: 'https://hinode.atlassian.net', host: 'hinode.atlassian.net', guarded: true },
    ])
  })

  test.each([
    ['hinode', ['https://hinode.backlog.com', 'https://hinode.backlog.jp']],
    ['hinode.backlog.jp', ['https://hinode.backlog.jp']],
    ['https://hinode.backlogtool.com/dashboard', ['https://hinode.backlogtool.com']],
    ['1', ['https://1.backlog.com', 'https://1.backlog.jp']],
    ['a-1', ['https://a-1.backlog.com', 'https://a-1.backlog.jp']],
    ['x'.repeat(63), [`https://${'x'.repeat(63)}.backlog.com`, `https://${'x'.repeat(63)}.backlog.jp`]],
  ])('the input %s is accepted as a Backlog space', (typed, expected) => {
    expect(origins(typed, backlog)).toEqual(expected)
  })
})

test.each([
  '',
  ' ',
  '.',
  '.atlassian.net',
  '..atlassian.net',
  'hinode.',
  'hinode.atlassian.net.',
  'a.hinode.atlassian.net',
  'hinode..atlassian.net',
  'hinode.atlassian.net.evil.com',
  'hinode.atlassian.net.evil.com/.atlassian.net',
  'evilatlassian.net',
  'hinode-atlassian.net',
  'evil.com',
  'evil.com/.atlassian.net',
  'evil.com?.atlassian.net',
  'evil.com#.atlassian.net',
  String.raw`evil.com\.atlassian.net`,
  'evil.com@hinode.atlassian.net',
  'hinode.atlassian.net@evil.com',
  'user:password@hinode.atlassian.net',
  'https://user:password@hinode.atlassian.net/',
  'hinode.atlassian.net:443',
  'hinode.atlassian.net:8080',
  'hinode?x',
  'hinode#x',
  'hinode@x',
  'hi node',
  'hi\tnode.atlassian.net',
  'hi\nnode.atlassian.net',
  'hinode\0',
  'hinode%2eevil',
  'evil.com%2f.atlassian.net',
  'hinode。atlassian。net',
  'hinode．atlassian．net',
  'ｈinode',
  'hinodeé',
  '日の出',
  'xn--\u00e9',
  'hino\u200bde',
  'hino\u00adde',
  '\u212Aelvin', // the Kelvin sign; its lower case is k
  'hinode.atla\u017fsian.net', // the long s; its upper case is S
  '-hinode',
  'hinode-',
  'hi_node',
  'x'.repeat(64),
  'x'.repeat(100_000),
  'a.'.repeat(50_000),
  '127.0.0.1',
  '127.0.0.1.atlassian.net',
  '[::1]',
  '::1',
  '[::1].atlassian.net',
  'https://127.0.0.1/',
  '0x7f.1',
  'localhost:3000',
  '//hinode',
  'https://',
  'https:///hinode',
  'ftp://hinode.atlassian.net',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'hinode.backlog.com',
])('the input %j is refused as a Jira site', (typed) => {
  expect(origins(typed)).toEqual([])
})

test('a host of Jira is refused as a Backlog space', () => {
  expect(origins('hinode.atlassian.net', backlog)).toEqual([])
  expect(origins('hinode.backlog.com.evil.jp', backlog)).toEqual([])
  expect(origins('backlog.com', backlog)).toEqual([])
})

describe('trackerSites with allowed origins', () => {
  test.each([
    ['127.0.0.1:4010', ['http://127.0.0.1:4010']],
    ['http://127.0.0.1:4010', ['http://127.0.0.1:4010']],
    ['http://127.0.0.1:4010/browse/X', ['http://127.0.0.1:4010']],
    ['JIRA.example.com', ['https://jira.example.com']],
    ['https://jira.example.com/secure/Dashboard.jspa', ['https://jira.example.com']],
    ['tracker:8080', ['http://tracker:8080', 'https://tracker:8080']],
    ['https://tracker:8080', ['https://tracker:8080']],
  ])('a tracker at the allowed origin %s is accepted', (typed, expected) => {
    expect(origins(typed, jira, allowed)).toEqual(expected)
    expect(trackerSites(typed, jira, allowed).every(({ guarded }) => !guarded)).toBe(true)
  })

  test.each([
    'https://127.0.0.1:4010',
    '127.0.0.1',
    '127.0.0.1:4011',
    '127.0.0.1:04010',
    'http://jira.example.com',
    'a.jira.example.com',
    'jira.example.com.',
    'jira.example.com:443',
    'jira.example.com@evil.com',
    'evil.com/jira.example.com',
  ])('a tracker at %s, which is not an allowed origin, is refused', (typed) => {
    expect(origins(typed, jira, allowed)).toEqual([])
  })

  test("a name without dots means the provider's domain, not an allowed origin", () => {
    expect(trackerSites('tracker', jira, allowed)).toEqual([
      { origin: 'https://tracker.atlassian.net', host: 'tracker.atlassian.net', guarded: true },
    ])
  })
})
