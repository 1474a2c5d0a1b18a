import type { Blocker } from '#contract/blockers.ts'
import type { Insight } from '#contract/insights.ts'
import type { WeekDay } from '#contract/week.ts'
import { linesOf } from '../../domain/lines.ts'

/** The number of wide characters (such as Japanese ones) that fit in a printed line of a day. */
const lineLongest = 18
const narrow = 0.6 // the width of a narrow character, if a wide one has 1

const segmenter = new Intl.Segmenter()
const charactersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)
const isWide = (character: string) => character.codePointAt(0)! > 0x2e_7f
const widthOf = (text: string) => charactersOf(text).reduce((width, one) => width + (isWide(one) ? 1 : narrow), 0)

/**
 * Returns the maximum number of printed lines for each day. With these limits, seven days and the team's part fit on
 * one A4 page (E5.08).
 */
const linesOfDay = (days: number) => (days <= 5 ? 5 : 4)

/** The maximum number of printed blockers, and of printed insights of each type. */
const onPaper = { blockers: 4, insightsOfType: 2 }

/** Returns whether a blocker or an insight may need more than its two printed lines. */
const isLong = (text: string) =>
  linesOf(text).reduce((lines, line) => lines + Math.ceil(widthOf(line) / lineLongest), 0) > 2

/** Returns as many lines of a day's work as fit on the page. */
function shortened(work: string, longest: number): string {
  const kept: string[] = []
  let left = longest
  for (const line of linesOf(work)) {
    const needed = Math.max(Math.ceil(widthOf(line) / lineLongest), 1)
    if (needed > left) {
      if (left === 0) return `${kept.join('\n')}…`
      const room = charactersOf(line)
        .slice(0, left * lineLongest - 1)
        .join('')
      return [...kept, `${room}…`].join('\n')
    }
    kept.push(line)
    left -= needed
  }
  return work
}

/** Selects what is printed of a week, so that it fits on one page (E5.08). Counts what the page leaves out. */
export function paperOf({
  days,
  blockers,
  insights,
}: {
  days: readonly WeekDay[]
  blockers: readonly Blocker[]
  insights: readonly Insight[]
}) {
  const longest = linesOfDay(days.length)
  const work = new Map(days.map((day) => [day.date, shortened(day.work, longest)]))
  const printedInsights = (['keep', 'problem', 'try'] as const).flatMap((type) =>
    insights.filter((insight) => insight.type === type).slice(0, onPaper.insightsOfType),
  )
  // Unmentioned blockers are collapsed on the screen, and only counted in print.
  const named = blockers.filter(({ state }) => state !== 'unmentioned')
  const printed = [...named.slice(0, onPaper.blockers), ...printedInsights]
  const kept = new Set(printed.map(({ id }) => id))
  const cutDays = days.filter((day) => work.get(day.date) !== day.work).length
  const leftOut = named.length + insights.length - kept.size
  const isShort = printed.every((one) => !isLong('note' in one ? one.note : one.text))
  return {
    workOf: (date: string) => work.get(date) ?? '',
    isPrinted: ({ id }: { id: string }) => kept.has(id),
    cutDays,
    leftOut,
    isCut: cutDays > 0 || leftOut > 0 || !isShort,
  }
}
