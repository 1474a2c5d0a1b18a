import { type ImportColumn, importColumns, type ReportImportQuery } from '#contract/import.ts'

type Names = { names: readonly string[]; words: readonly string[] }
const list = (text: string) => text.split(',').map((name) => name.trim())

/**
 * Headings of Geekbot, AsyncUp, DailyBot, Standuply, NipoPlus and of tables made by hand, in the form of `folded`.
 * A whole name counts before a word in a heading, and the kinds count in this order (decision 58).
 */
const headings: Record<ImportColumn, Names> = {
  date: {
    names: list('report date,day,日付,報告日,日報日,作業日,対象日,日期,datum,berichtsdatum,kuupäev,data,jour'),
    words: list(
      'date,submitted,created,sent at,completed at,timestamp,datum,zeit,erstellt,gesendet,eingereicht,horodat,soumis,envoyé,créé,' +
        '日付,日時,提出日,作成日,報告日,記入日',
    ),
  },
  email: {
    names: list('mail,courriel,e post,邮箱,电子邮件,電子郵件'),
    words: list('email,e mail,mail,mailadresse,courriel,メール'),
  },
  yesterday: {
    names: list('yesterday work,done,completed,hier,ieri,eile,昨天,実績,完了,erledigt,fait'),
    words: list(
      'yesterday,previous,last report,last update,last stand,last working day,last check in,have you done,did you do,did you work,' +
        'did you accomplish,did you complete,have you accomplished,gestern,zuletzt,letzten,erledigt,geschafft,hier,la veille,' +
        'dernier,avez vous fait,as tu fait,accompli,réalis,昨日,前日,前回,前営業日,やったこと,実施した,実施内容,完了した',
    ),
  },
  blockers: {
    names: list('issues,problems,problem,risks,阻碍,障礙,takistused,blocages,probleme,problèmes'),
    words: list(
      'block,obstacle,impediment,in your way,challenge,stuck,issue,need help,hindern,blocker,behinder,schwierigkeit,problem,im weg,' +
        'bloqu,blocage,difficult,frein,problème,困,課題,問題,障害,ブロッカー,懸念,妨げ',
    ),
  },
  today: {
    names: list('today plan,plan,next,oggi,täna,今天,予定,geplant,prévu'),
    words: list(
      'today,will you,are you going to,plan to,plans,planned,next,今日,本日,予定,heute,wirst du,werden sie,vorhaben,hast du vor,geplant,' +
        'aujourd hui,prévu,vas tu,allez vous',
    ),
  },
}

/** Headings of a team that writes in the evening: 'today' is the work that was done, and 'tomorrow' is the plan. */
const tomorrow = list('tomorrow,next working day,明日,翌日,次回,翌営業日,morgen,demain,domani,homme,明天')
const doneToday = list('today,今日,本日,heute,aujourd hui,oggi,täna,今天,当日,作業内容,業務内容')

export const folded = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns whether a word of the heading begins with `word`. Japanese has no spaces between words. */
const hasWord = (name: string, word: string) =>
  /^[\p{Script=Latin} ]+$/u.test(word) ? ` ${name}`.includes(` ${word}`) : name.includes(word)

/** Returns whether a heading is a label and no question: a question may name a date or an email as well. */
const isLabel = (name: string) => name.length <= 30 && name.split(' ').length <= 4

export type Columns = Record<ImportColumn, number>

/** `#3`: the third column; `#0`: none. */
const numbered = /^#(?<number>\d{1,4})$/u

/**
 * Returns the place of each field in a table, and -1 for a field without a column.
 * The caller's choice counts first, by number or by heading, then what the headings say.
 */
export function columnsOf(first: readonly string[], named: Partial<Pick<ReportImportQuery, ImportColumn>>): Columns {
  const own = first.map(folded)
  const columns = Object.fromEntries(importColumns.map((column) => [column, -1])) as Columns
  const left = new Set(importColumns)
  const take = (column: ImportColumn, fits: (name: string) => boolean) => {
    const taken = Object.values(columns)
    const place = left.has(column) ? own.findIndex((name, at) => !taken.includes(at) && fits(name)) : -1
    if (place < 0) return
    columns[column] = place
    left.delete(column)
  }
  const kinds = Object.keys(headings) as ImportColumn[]
  for (const column of kinds) {
    const number = numbered.exec(named[column] ?? '')?.groups?.['number']
    if (number === undefined) continue
    columns[column] = Number(number) <= first.length ? Number(number) - 1 : -1
    left.delete(column)
  }
  for (const column of kinds) {
    const wanted = named[column]
    if (wanted) take(column, (name) => name === folded(wanted))
  }
  const known = isEvening(own) ? eveningHeadings : headings
  for (const column of kinds) take(column, (name) => name === column || known[column].names.includes(name))
  for (const column of kinds)
    take(column, (name) => {
      const isAbout = column !== 'date' && column !== 'email'
      return (isAbout || isLabel(name)) && known[column].words.some((word) => hasWord(name, word))
    })
  return columns
}

const eveningHeadings: Record<ImportColumn, Names> = {
  ...headings,
  yesterday: { names: [...headings.yesterday.names, ...doneToday], words: [...headings.yesterday.words, ...doneToday] },
  today: { names: tomorrow, words: tomorrow },
}

function isEvening(own: readonly string[]): boolean {
  const names = (words: readonly string[]) => own.some((name) => words.some((word) => hasWord(name, word)))
  return names(tomorrow) && names(doneToday) && !names(['yesterday', '昨日', '前日', 'gestern', 'hier'])
}
