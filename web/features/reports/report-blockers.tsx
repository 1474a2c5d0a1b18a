import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Blocker as Life } from '#contract/blockers.ts'
import { blockerLinesOf } from '#contract/no-blocker.ts'
import type { Report } from '#contract/reports.ts'
import { Blocker } from '../../ui/report-words.tsx'
import { underlined } from '../../ui/text-link.ts'

/** What has become of the day's blockers, once that is known, and how it is shown below each. */
export type Lives = {
  known: readonly Life[] | undefined
  show: (life: Life, place?: { inMeeting?: boolean }) => ReactNode
}

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

const shownAtMost = 12

/** One block a line; those after the twelfth are folded, but not on paper (E2.05). @param id of the first */
export function ReportBlockers({ report, lives, id }: { report: Report; lives: Lives; id: string | undefined }) {
  const t = useTranslations('common')
  const [areAllShown, setAreAllShown] = useState(false)
  const blockers = withLives(report, lives.known)
  return (
    <div className="flex flex-col gap-2">
      {blockers.map(({ text, line, life }, index) => (
        <div key={line} className={index < shownAtMost || areAllShown ? 'contents' : 'hidden print:contents'}>
          <Blocker text={text} id={index === 0 ? id : undefined} ended={endOf(life)}>
            {life ? lives.show(life) : !lives.known && <LifePlace />}
          </Blocker>
        </div>
      ))}
      {blockers.length > shownAtMost && (
        <button
          type="button"
          aria-expanded={areAllShown}
          onClick={() => setAreAllShown(!areAllShown)}
          className={`cursor-pointer self-start rounded-1 t-13 pointer-coarse:min-h-11 print:hidden ${underlined}`}
        >
          {areAllShown ? t('showLess') : t('showMore')}
        </button>
      )}
    </div>
  )
}
