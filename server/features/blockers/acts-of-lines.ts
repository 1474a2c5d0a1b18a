import { normalized } from '#contract/normalized.ts'
import type { KnownAct } from '#server/db/schema/tables/blocker.ts'

type Line = { text: string; blocker_id: string }

const trimmed = (text: string) => normalized(text, 'NFKC').trim()

/**
 * Returns a function that finds the actions of members on the lines of a report, by the text of the line. If several
 * lines have the same text, the function prefers the line of the action's current blocker.
 */
export function aboutLines(acts: readonly KnownAct[]) {
  const byReport = Map.groupBy(acts, ({ about_report: report }) => report)
  return (report: string, lines: readonly Line[], nowOf: (id: string) => string): (readonly [KnownAct, string])[] => {
    const about = byReport.get(report)
    if (!about) return []
    const byText = Map.groupBy(lines, ({ text }) => trimmed(text))
    return about.flatMap((act) => {
      const same = byText.get(trimmed(act.about_text ?? '')) ?? []
      const line = same.find(({ blocker_id: id }) => id === nowOf(act.blocker_id)) ?? same[0]
      return line ? [[act, line.blocker_id] as const] : []
    })
  }
}

/**
 * Returns the action with the line that it is about. An action that an older version stored has no line: it gets the
 * newest line that its blocker had at that time, or else the blocker's first line.
 */
export function withLine(
  act: Pick<KnownAct, 'day' | 'about_report' | 'about_text'>,
  named: readonly { report_id: string; day: string; text: string }[],
): Pick<KnownAct, 'about_report' | 'about_text'> {
  const line = act.about_report === null ? (named.findLast(({ day }) => day <= act.day) ?? named[0]) : undefined
  return {
    about_report: line?.report_id ?? act.about_report,
    about_text: line?.text ?? act.about_text,
  }
}

/**
 * Returns the line at which a blocker that no report names can return: the blocker's newest line if its report exists,
 * otherwise the line of the last action whose report exists.
 */
export function lineToWaitAt(
  { report_id, text }: { report_id: string; text: string },
  dayOf: ReadonlyMap<string, string>,
  acts: readonly KnownAct[],
): { report_id: string; text: string; day: string } | undefined {
  const day = dayOf.get(report_id)
  if (day) return { report_id, text, day }
  const act = acts.findLast(({ about_day }) => about_day !== null)
  return act && { report_id: act.about_report!, text: act.about_text!, day: act.about_day! }
}
