import { type ImportColumn, importColumns, type ReportImportQuery } from '#contract/import.ts'

/** Headings by which exports name a column, folded; of other ones those words tell that stand in them (decision 48). */
const headings: Record<ImportColumn, { names: readonly string[]; words?: readonly string[] }> = {
  date: {
    names: [
      'report date',
      'day',
      'submitted',
      'submitted at',
      'created at',
      'timestamp',
      '日付',
      '報告日',
      '日期',
    ].concat(['datum', 'kuupäev', 'data', '提出日']),
  },
  email: {
    names: ['mail', 'e mail', 'user email', 'member email', 'email address', 'メールアドレス', 'メール', '邮箱'].concat(
      ['e mail adresse', 'adresse e mail', 'e post', 'indirizzo email', '電子郵件', '电子邮件'],
    ),
  },
  yesterday: {
    names: ['yesterday work', 'done', 'completed', 'hier', 'ieri', 'eile', '昨天'],
    words: ['yesterday', 'previously', 'last report', '昨日', 'gestern'],
  },
  blockers: {
    names: ['issues', 'problems', 'hindernisse', 'blocages', 'takistused', '阻碍', '障礙'],
    words: ['block', 'obstacle', 'impediment', 'in your way', '困'],
  },
  today: {
    names: ['today plan', 'plan', 'next', 'aujourd hui', 'oggi', 'täna', '今天'],
    words: ['today', '今日', '本日', 'heute'],
  },
}

export const folded = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export type Columns = Record<ImportColumn, number>

/** Where each thing stands, -1 where it does not: by the name that the caller has for it, else by its heading. */
export function columnsOf(first: readonly string[], named: Partial<Pick<ReportImportQuery, ImportColumn>>): Columns {
  const own = first.map(folded)
  const columns = Object.fromEntries(importColumns.map((column) => [column, -1])) as Columns
  const take = (column: ImportColumn, fits: (name: string) => boolean | undefined) => {
    const taken = Object.values(columns)
    if (columns[column] < 0) columns[column] = own.findIndex((name, at) => !taken.includes(at) && fits(name))
  }
  const kinds = Object.keys(headings) as ImportColumn[]
  for (const column of kinds) {
    const wanted = named[column]
    if (wanted) take(column, (name) => name === folded(wanted))
  }
  for (const column of kinds) take(column, (name) => name === column || headings[column].names.includes(name))
  for (const column of kinds) take(column, (name) => headings[column].words?.some((word) => name.includes(word)))
  return columns
}

/** Year first with any sign between, or day first with dots, as a moment or by itself: with slashes nobody knows which is the month. */
const dates = [
  /^(?<year>\d{4})[-/.年](?<month>\d{1,2})[-/.月](?<day>\d{1,2})日?(?:[T ].*)?$/u,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?:,? \d.*)?$/u,
]

/** YYYY-MM-DD of a day as tables write it; the text itself where it is none. */
export function dateIn(cell: string): string {
  const text = cell.normalize('NFKC').trim()
  const { year, month, day } = dates.map((form) => form.exec(text)?.groups).find(Boolean) ?? {}
  return year ? [year, month!.padStart(2, '0'), day!.padStart(2, '0')].join('-') : text
}
