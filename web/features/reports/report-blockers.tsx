import type { ReactNode } from 'react'
import type { Blocker as Life } from '#contract/blockers.ts'
import { blockerLinesOf } from '#contract/no-blocker.ts'
import type { Report } from '#contract/reports.ts'
import { Blocker } from '../../ui/report-words.tsx'

/** What has become of the day's blockers, once that is known, and how it is shown below each. */
export type Lives = { known: readonly Life[] | undefined; show: (life: Life) => ReactNode }

const endOf = (life: Life | undefined) =>
  life?.state === 'resolved' || life?.state === 'unmentioned' ? life.state : undefined

/** The report's blockers with their lives, those that have ended last. */
const withLives = ({ id, issues }: Report, lives: readonly Life[] = []) => {
  const lines = blockerLinesOf(issues).map((text, line) => ({
    text,
    line,
    life: lives.find((life) => life.report_id === id && life.line === line),
  }))
  return [...lines.filter(({ life }) => !endOf(life)), ...lines.filter(({ life }) => endOf(life))]
}

/** Returns how many blockers the report names that have not ended, as far as is known (E3.05). */
export const countOpenBlockers = (report: Report, lives: readonly Life[] | undefined): number =>
  withLives(report, lives).filter(({ life }) => !endOf(life)).length

/** As high as the life that is to come, so that nothing moves when it does. */
export const LifePlace = () => <div className="mt-1 min-h-6" />

/** One block a line. @param id of the first */
export function ReportBlockers({ report, lives, id }: { report: Report; lives: Lives; id: string | undefined }) {
  return (
    <div className="flex flex-col gap-2">
      {withLives(report, lives.known).map(({ text, line, life }, index) => (
        <Blocker key={line} text={text} id={index === 0 ? id : undefined} ended={endOf(life)}>
          {life ? lives.show(life) : !lives.known && <LifePlace />}
        </Blocker>
      ))}
    </div>
  )
}
