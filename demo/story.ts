import { readFileSync } from 'node:fs'
import type { Words } from '#contract/report-fields.ts'

/** How many working days the team's story has; the last of them is today, or the Friday before a week-end. */
export const storyDays = 64

/** A report of the story. `day`: from 1 on; `late`: handed in after noon; `edited`: changed later on the same day. */
export type Written = { day: number; late: boolean; edited: boolean; words: Words }

/** What a member notes on one day: what was planned and what became of it, what was in the way. */
type Entry = Omit<Written, 'words'> & {
  forgotten: boolean
  before: string[]
  steps: { plan: string; done: string }[]
  issues: string[]
}

/**
 * A member's reports from `demo/days/<name>.txt`, where a day begins with its number (`12~` is late, `12*` edited, `12-`
 * forgotten: work without a report) and each line is a step, `plan -> done`: on the day itself its plan is what will be done, on the next day with a
 * report its other half is what was done. Either may be empty. `<` begins what is said before that of the day before, `!`
 * what is in the way. A number that is missing is a day without a report.
 * @param mark stands before each line of work, as this member writes
 * @throws Error that names the line which cannot be read
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

/** The working days of the story, the first one first. @param today YYYY-MM-DD in the team's zone */
export function workingDaysUpTo(today: string): string[] {
  const days: string[] = []
  for (let time = Date.parse(today); days.length < storyDays; time -= day)
    if (new Date(time).getUTCDay() % 6 !== 0) days.unshift(new Date(time).toISOString().slice(0, 10))
  return days
}
