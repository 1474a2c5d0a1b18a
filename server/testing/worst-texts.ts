type Texts = Record<string, (length: number) => string>

const filled = (head: string, part: string) => (length: number) =>
  head + part.repeat(Math.max(0, (length - head.length) / Buffer.byteLength(part)))

/** The worst bodies of `POST /import`, of a length in bytes. */
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
}

const event = 'BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261123\r\nSUMMARY:a\r\nEND:VEVENT\r\n'
const calendar = 'BEGIN:VCALENDAR\r\n'

/** The worst calendar files. */
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

/** The worst forms. */
export const worstForms: Texts = {
  'one name': filled('', 'a=1&'),
  escapes: filled('username=', '%61'),
  'broken escapes': filled('username=', '%'),
  'signs between': filled('', '&'),
  'one field': filled('username=', 'a.'),
}
