import type { ReactNode } from 'react'
import type { Blocker as Life } from '#contract/blockers.ts'
import { linesOf } from '#contract/report-fields.ts'
import type { Report } from '#contract/reports.ts'
import { Blocker } from '../../ui/report-words.tsx'

/** What has become of the day's blockers, once that is known, and how it is shown below each. */
export type Lives = { known: readonly Life[] | undefined; show: (life: Life) => ReactNode }

const isOver = (life: Life | undefined) => life?.state === 'resolved'

/** The report's blockers with their lives, the resolved ones last. */
const withLives = ({ id, issues }: Report, lives: readonly Life[] = []) => {
  const lines = linesOf(issues).map((text, line) => ({
    text,
    line,
    life: lives.find((life) => life.report_id === id && life.line === line),
  }))
  return [...lines.filter(({ life }) => !isOver(life)), ...lines.filter(({ life }) => isOver(life))]
}

/** Whether it names one that nobody has resolved, as far as is known. */
export const hasOpenBlocker = (report: Report, lives: readonly Life[] | undefined) =>
  withLives(report, lives).some(({ life }) => !isOver(life))

/** As high as the life that is to come, so that nothing moves when it does. */
export const LifePlace = () => <div className="mt-1 min-h-6" />

/** One block a line. @param id of the first */
export function ReportBlockers({ report, lives, id }: { report: Report; lives: Lives; id: string | undefined }) {
  return (
    <div className="flex flex-col gap-2">
      {withLives(report, lives.known).map(({ text, line, life }, index) => (
        <Blocker key={line} text={text} id={index === 0 ? id : undefined} isOver={isOver(life)}>
          {life ? lives.show(life) : !lives.known && <LifePlace />}
        </Blocker>
      ))}
    </div>
  )
}
