import { CircleCheck, CircleMinus, OctagonAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type Blocker, hasEnded } from '#contract/blockers.ts'
import { limits } from '#contract/limits.ts'
import { Line } from '../../domain/report-text.tsx'
import { type Listed, listedRow } from './listed.ts'

const icons = { open: OctagonAlert, acknowledged: OctagonAlert, resolved: CircleCheck, unmentioned: CircleMinus }

const ofState = (blockers: readonly Blocker[], state: Blocker['state']) =>
  blockers.filter((each) => each.state === state)

/** Shows the number of open blockers, of resolved ones, and of those that reports no longer mention (E3.04). */
export function BlockerCounts({ blockers }: { blockers: readonly Blocker[] }) {
  const t = useTranslations('week')
  const [resolved, unmentioned] = [ofState(blockers, 'resolved').length, ofState(blockers, 'unmentioned').length]
  const counts = t('counts', { open: blockers.length - resolved - unmentioned, resolved })
  return unmentioned > 0 ? `${counts} · ${t('unmentioned', { count: unmentioned })}` : counts
}

/**
 * Lists the team's blockers, unresolved ones first. Those that reports no longer mention are collapsed (E3.04, E5.08).
 */
export function TeamBlockerCounts({ of: blockers, life, isPrinted }: Listed<Blocker>) {
  const t = useTranslations('week')
  const open = blockers.filter((each) => !hasEnded(each))
  const [resolved, unmentioned] = [ofState(blockers, 'resolved'), ofState(blockers, 'unmentioned')]
  const listed = [open, resolved].flatMap((some) => some.slice(0, limits.weekBlockers))
  const folded = unmentioned.slice(0, limits.weekBlockers)
  const left = blockers.length - listed.length - folded.length
  const row = (blocker: Blocker) => <Row key={blocker.id} blocker={blocker} life={life} isPrinted={isPrinted} />
  return (
    <>
      <ul aria-label={t('blockers')}>{listed.map(row)}</ul>
      {folded.length > 0 && (
        <details className="border-b border-rule print:hidden">
          <summary className="min-h-11 w-fit cursor-pointer py-3 t-13 text-text-2 hover:text-text">
            {t('unmentioned', { count: unmentioned.length })}
          </summary>
          <ul aria-label={t('unmentioned', { count: unmentioned.length })}>{folded.map(row)}</ul>
        </details>
      )}
      {left > 0 && <p className="py-2.5 t-12 text-text-3 print:hidden">{t('more', { count: left })}</p>}
    </>
  )
}

function Row({ blocker, life, isPrinted }: Omit<Listed<Blocker>, 'of'> & { blocker: Blocker }) {
  const Icon = icons[blocker.state]
  const isOver = hasEnded(blocker)
  return (
    <li className={listedRow(isPrinted(blocker))}>
      <Icon
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className={`mt-1 shrink-0 ${isOver ? 'text-text-3' : 'text-problem-text'}`}
      />
      <div className="min-w-0">
        <p dir="auto" className={`t-15 text-pretty wrap-anywhere print:line-clamp-2 ${isOver ? 'text-text-2' : ''}`}>
          <Line text={blocker.text} />
        </p>
        <p className="min-h-4 t-12 text-text-3 print:line-clamp-2">{life(blocker)}</p>
      </div>
    </li>
  )
}
