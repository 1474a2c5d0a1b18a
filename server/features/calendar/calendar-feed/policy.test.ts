import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { calendarOf } from './policy.ts'

const holiday = { uid: 'a@asakai', from: '2026-11-03', until: '2026-11-03', summary: '文化の日' }
const linesOf = (text: string) => text.split('\r\n')
const fileOf = (...parts: Parameters<typeof calendarOf>) => [...calendarOf(...parts)].join('')
const nameIn = (name: string) => linesOf(fileOf(name, [], '2026-10-23')).find((line) => line.startsWith('NAME:'))

test('a calendar file contains its name and a refresh interval', () => {
  expect(fileOf('朝会', [], '2026-10-23')).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Asakai//Calendar//EN',
      'CALSCALE:GREGORIAN',
      'NAME:朝会',
      'X-WR-CALNAME:朝会',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

test('a calendar event is all-day and free, and ends the day after its last day', () => {
  const winter = { uid: 'b@asakai', from: '2026-12-30', until: '2026-12-31', summary: '冬休み' }
  expect(linesOf(fileOf('朝会', [holiday, winter], '2026-10-23')).slice(7, -2)).toEqual([
    'BEGIN:VEVENT',
    'UID:a@asakai',
    'DTSTAMP:20261023T000000Z',
    'DTSTART;VALUE=DATE:20261103',
    'DTEND;VALUE=DATE:20261104',
    'SUMMARY:文化の日',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:b@asakai',
    'DTSTAMP:20261023T000000Z',
    'DTSTART;VALUE=DATE:20261230',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:冬休み',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
})

test('the calendar file escapes special characters in the name and in each summary', () => {
  const text = fileOf('a; b', [{ ...holiday, summary: 'c, d\\' }], '2026-10-23')
  expect(linesOf(text)).toEqual(expect.arrayContaining(['NAME:a\\; b', 'X-WR-CALNAME:a\\; b', 'SUMMARY:c\\, d\\\\']))
})

test.each([
  ['a\nb', 'a b'],
  ['a\rb', 'a b'],
  ['a\r\nb', 'a b'],
  ['a\tb\u0000c', 'abc'],
])('the calendar file writes the name %j on one line, as %j', (name, written) =>
  expect(nameIn(name)).toBe(`NAME:${written}`),
)

describe('folded lines', () => {
  const seventy = 'a'.repeat(70)
  test.each([
    ['75 stay on one line', seventy, [`NAME:${seventy}`]],
    ['the 76th goes on the next', `${seventy}b`, [`NAME:${seventy}`, ' b']],
    [
      'the next one begins with a space',
      `${seventy}${'b'.repeat(75)}`,
      [`NAME:${seventy}`, ` ${'b'.repeat(74)}`, ' b'],
    ],
    ['no character is cut in two', `${'a'.repeat(68)}🎌文`, [`NAME:${'a'.repeat(68)}`, ' 🎌文']],
  ])('a long line of the calendar file is folded: %s', (_what, name, lines) => {
    expect(linesOf(fileOf(name, [], '2026-10-23')).slice(4, 4 + lines.length)).toEqual(lines)
  })
})

// Some readers end a line at other characters than CR and LF, for example Python's `splitlines` and Java's `\R`.
const lineEnds = ['\n', '\v', '\f', '\r', '\u0085', '\u2028', '\u2029']
const separators = ['\u001C', '\u001D', '\u001E']
const anyEnd = new RegExp(`[${[...lineEnds, ...separators].join('')}]`, 'u')
const asSpace = new RegExp(`\r\n|[${lineEnds.join('')}]`, 'gu')

test.each(lineEnds)('the calendar file replaces the line end %j by a space', (end) => {
  expect(nameIn(`a${end}b`)).toBe('NAME:a b')
  const text = fileOf('朝会', [{ ...holiday, summary: `a${end.repeat(2)}b` }], '2026-10-23')
  expect(linesOf(text)).toContain('SUMMARY:a  b')
})

test('the calendar file has no control, line or paragraph separator of Unicode', () => {
  const all = Array.from({ length: 0x11_00_00 }, (_, code) => code)
    .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(character))
  expect(all).toHaveLength(67)
  for (const character of all) expect(nameIn(`a${character}b`)).toMatch(/^NAME:a ?b$/u)
})

const anything = fc.string({ unit: 'binary', maxLength: 200 }).filter((text) => text.isWellFormed())
const awkward = fc.string({
  unit: fc.constantFrom(...lineEnds, ...separators, ',', ';', '\\', 'n', '"', ':', '🎌', '👨‍👩‍👧', '文', ' '),
  maxLength: 200,
})

test('the calendar file’s lines have at most 75 octets, and ical.js reads them back unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(anything, awkward), (summary) => {
      const text = fileOf(summary, [{ ...holiday, summary }], '2026-10-23')
      const lines = text.replaceAll('\r\n', '\n').split(anyEnd)
      expect(lines).toEqual(linesOf(text))
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const calendar = new ICAL.Component(ICAL.parse(text))
      const read = calendar.getFirstSubcomponent('vevent')!.getFirstPropertyValue('summary')
      const shown = summary.replaceAll(asSpace, ' ').replaceAll(/\p{Cc}/gu, '')
      expect(read).toBe(shown)
    }),
    { numRuns: 500 },
  )
})
