import { CircleCheck, CircleMinus, OctagonAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type Blocker, hasEnded } from '#contract/blockers.ts'
import { limits } from '#contract/limits.ts'
import { Line } from '../../ui/report-words.tsx'
import type { Listed } from './listed.ts'

const icons = { open: OctagonAlert, acknowledged: OctagonAlert, resolved: CircleCheck, unmentioned: CircleMinus }

const ofState = (blockers: readonly Blocker[], state: Blocker['state']) =>
  blockers.filter((each) => each.state === state)

/** Says how many are open, how many were resolved, and how many are no longer mentioned (E3.04). */
export function BlockerCounts({ blockers }: { blockers: readonly Blocker[] }) {
  const t = useTranslations('week')
  const [resolved, unmentioned] = [ofState(blockers, 'resolved').length, ofState(blockers, 'unmentioned').length]
  const counts = t('counts', { open: blockers.length - resolved - unmentioned, resolved })
  return unmentioned > 0 ? `${counts} · ${t('unmentioned', { count: unmentioned })}` : counts
}

/** What stopped the team, unresolved ones first. */
export function TeamBlockers({ of: blockers, life }: Listed<Blocker>) {
  const t = useTranslations('week')
  const open = blockers.filter((each) => !hasEnded(each))
  const listed = [open, ofState(blockers, 'resolved'), ofState(blockers, 'unmentioned')].flatMap((some) =>
    some.slice(0, limits.weekBlockers),
  )
  const left = blockers.length - listed.length
  return (
    <>
      <ul aria-label={t('blockers')}>
        {listed.map((blocker) => {
          const Icon = icons[blocker.state]
          return (
            <li key={blocker.id} className="flex break-inside-avoid gap-3 border-b border-rule py-2.5">
              <Icon
                size={16}
                strokeWidth={1.75}
                aria-hidden
                className={`mt-1 shrink-0 ${hasEnded(blocker) ? 'text-text-3' : 'text-problem-text'}`}
              />
              <div className="min-w-0">
                <p dir="auto" className={`t-15 text-pretty wrap-anywhere ${hasEnded(blocker) ? 'text-text-2' : ''}`}>
                  <Line text={blocker.text} />
                </p>
                <p className="min-h-4 t-12 text-text-3">{life(blocker)}</p>
              </div>
            </li>
          )
        })}
      </ul>
      {left > 0 && <p className="py-2.5 t-12 text-text-3">{t('more', { count: left })}</p>}
    </>
  )
}
