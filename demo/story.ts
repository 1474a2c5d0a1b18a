import { readFileSync } from 'node:fs'
import type { ReportTexts } from '#contract/report-fields.ts'

/** The number of working days of the team's story; the last is today, or the Friday before a weekend. */
export const storyDays = 64

/**
 * A report of the story. `day` counts from 1; `late`: submitted after noon; `edited`: changed later on the same day.
 */
export type Written = { day: number; late: boolean; edited: boolean; words: ReportTexts }

/** A member's notes for one day: the plan and its result, and blockers. */
type Entry = Omit<Written, 'words'> & {
  forgotten: boolean
  before: string[]
  steps: { plan: string; done: string }[]
  issues: string[]
}

/**
 * Reads a member's reports from `demo/days/<name>.txt`. A day begins with its number (`12~` is late, `12*` edited,
 * `12-` forgotten: work without a report). Each line is a step, `plan -> done`: the first half is the plan of that
 * day's report, the second half is the work in the next day's report. Either half may be empty. `<` begins text before
 * the work of the day before, `!` a blocker. A missing number is a day without a report.
 * @param mark precedes each line of work in this member's style
 * @throws Error that names the invalid line
 */
export function readStory(name: string, mark: string): Written[] {
  const lines = readFileSync(new URL(`days/${name}.txt`, import.meta.url), 'utf8').split('\n')
  const entries: Entry[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [, number, signs = '', rest = ''] = /^(?:(\d\d)([~*-]*) +| +)([^ ].*)$/u.exec(line) ?? []
    if (rest === '' || (number === undefined && entries.length === 0))
      throw new Error(`demo/days/${name}.txt:${index + 1} cannot be read: ${line}`)
    if (number !== undefined)
      entries.push({
        day: Number(number),
        late: signs.includes('~'),
        edited: signs.includes('*'),
        forgotten: signs.includes('-'),
        before: [],
        steps: [],
        issues: [],
      })
    addLine(entries.at(-1)!, rest)
  }
  const list = (texts: string[]) =>
    texts
      .filter((text) => text !== '')
      .map((text) => mark + text)
      .join('\n')
  return entries.flatMap(({ day, late, edited, forgotten, before, steps, issues }, index) =>
    forgotten
      ? []
      : [
          {
            day,
            late,
            edited,
            words: {
              yesterday_work: list([...before, ...(entries[index - 1]?.steps.map(({ done }) => done) ?? [])]),
              today_plan: list(steps.map(({ plan }) => plan)),
              issues: issues.join('\n'),
            },
          },
        ],
  )
}

function addLine(entry: Entry, line: string) {
  if (line.startsWith('< ')) entry.before.push(line.slice(2))
  else if (line.startsWith('! ')) entry.issues.push(line.slice(2))
  else {
    const [plan = '', done = ''] = line.split('->').map((half) => half.trim())
    entry.steps.push({ plan, done })
  }
}

const day = 24 * 60 * 60_000 // milliseconds

/** Returns the working days of the story, oldest first. @param today YYYY-MM-DD in the team's zone */
export function workingDaysUpTo(today: string): string[] {
  const days: string[] = []
  for (let time = Date.parse(today); days.length < storyDays; time -= day)
    if (new Date(time).getUTCDay() % 6 !== 0) days.unshift(new Date(time).toISOString().slice(0, 10))
  return days
}
