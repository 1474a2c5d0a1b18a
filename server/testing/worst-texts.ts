import { limits } from '#contract/limits.ts'

type Texts = Record<string, (length: number) => string>

const filled = (head: string, part: string) => (length: number) =>
  head + part.repeat(Math.max(0, (length - head.length) / Buffer.byteLength(part)))

/** Returns a table with a different author in each row. @param sign fills the authors' cells */
const authors = (heading: string, sign: string) => (length: number) => {
  const cell = 250 // characters
  const row = (at: number) => `2026-01-0${(at % 9) + 1},${sign.repeat(cell / sign.length)}${at},x\n`
  const rows = Math.min(limits.importRows, length / Buffer.byteLength(row(limits.importRows)))
  return `date,${heading},today\n${Array.from({ length: rows }, (_, at) => row(at)).join('')}`
}

/** Characters that are slow to normalize. */
const signs = { ligatures: 'ﷺ', units: '\u3316', marks: 'a\u0301\u0316\u0300', jamo: '\u1100\u1161\u11a8' }

/** The slowest bodies of `POST /import`, by length in bytes. */
export const worstTables: Texts = {
  'empty lines': filled('date,today\n', '\n'),
  'empty lines of Windows': filled('date,today\r\n', '\r\n'),
  columns: filled('date,today\n', ','),
  'a first line': filled('date,today,', 'today,'),
  'one cell': filled('date,today\n2026-11-18,"', 'a'),
  'lines of one cell': filled('date,today\n2026-11-18,"', 'a\n'),
  quotes: filled('date,today\n2026-11-18,', '""'),
  'one line': filled('', 'a'),
  blanks: filled('', ' '),
  'short rows': filled('date,today\n', '2026-11-18,a\n'),
  ...Object.fromEntries(
    Object.entries(signs).flatMap(([kind, sign]) =>
      ['email', 'who', 'note'].map((heading) => [`${heading} of ${kind}`, authors(heading, sign)]),
    ),
  ),
  'many columns of ligatures': (length) => {
    const row = (at: number) => `2026-01-01,${`${'ﷺ'.repeat(30)}${at},`.repeat(40)}\n`
    return `date,${'who,'.repeat(40)}\n${Array.from({ length: length / 8_000 }, (_, at) => row(at)).join('')}`
  },
}

const event = 'BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261123\r\nSUMMARY:a\r\nEND:VEVENT\r\n'
const calendar = 'BEGIN:VCALENDAR\r\n'

export const worstCalendars: Texts = {
  'empty lines': filled(calendar, '\r\n'),
  events: filled(calendar, event),
  'components within each other': filled(calendar, 'BEGIN:VEVENT\r\n'),
  'one folded line': filled(`${calendar}BEGIN:VEVENT\r\nSUMMARY:`, 'a\r\n '),
  'one line': filled(`${calendar}BEGIN:VEVENT\r\nSUMMARY:`, 'a'),
  parameters: filled(`${calendar}BEGIN:VEVENT\r\nSUMMARY`, ';X=a'),
  quotes: filled(`${calendar}BEGIN:VEVENT\r\nSUMMARY;X=`, '"a"'),
  dates: filled(`${calendar}BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261123\r\nRDATE;VALUE=DATE:20261123`, ',20261124'),
  rules: filled(`${calendar}BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20000101\r\nRRULE:FREQ=DAILY;BYDAY=MO`, ',MO'),
  semicolons: filled(`${calendar}BEGIN:VEVENT\r\n`, ';'),
  colons: filled(`${calendar}BEGIN:VEVENT\r\n`, ':'),
}

export const worstForms: Texts = {
  'one name': filled('', 'a=1&'),
  escapes: filled('username=', '%61'),
  'broken escapes': filled('username=', '%'),
  'signs between': filled('', '&'),
  'one field': filled('username=', 'a.'),
  'different names': (length) => {
    const count = 64 ** 3
    const sign = (at: number) => 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'[at % 64]!
    const nameOf = (at: number) => sign(at) + sign(Math.floor(at / 64)) + sign(Math.floor(at / 4_096))
    const names = Array.from({ length: length / 4 - 10 }, (_, at) => nameOf((at * 7_919) % count))
    return `username=a&password=b&${names.join('&')}`
  },
}
