import { CircleCheck, OctagonAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Blocker } from '#contract/blockers.ts'
import { limits } from '#contract/limits.ts'
import { Line } from '../../ui/report-words.tsx'
import type { Listed } from './listed.ts'

const isResolved = ({ state }: Blocker) => state === 'resolved'

/** How many are still open, and how many are not. */
export function BlockerCounts({ blockers }: { blockers: readonly Blocker[] }) {
  const t = useTranslations('week')
  const resolved = blockers.filter(isResolved).length
  return t('counts', { open: blockers.length - resolved, resolved })
}

/** What stopped the team, unresolved ones first. */
export function TeamBlockers({ of: blockers, life }: Listed<Blocker>) {
  const t = useTranslations('week')
  const [open, resolved] = [blockers.filter((each) => !isResolved(each)), blockers.filter(isResolved)]
  const listed = [open, resolved].flatMap((some) => some.slice(0, limits.weekBlockers))
  const left = blockers.length - listed.length
  return (
    <>
      <ul aria-label={t('blockers')}>
        {listed.map((blocker) => {
          const Icon = isResolved(blocker) ? CircleCheck : OctagonAlert
          return (
            <li key={blocker.id} className="flex break-inside-avoid gap-3 border-b border-rule py-2.5">
              <Icon
                size={16}
                strokeWidth={1.75}
                aria-hidden
                className={`mt-1 shrink-0 ${isResolved(blocker) ? 'text-text-3' : 'text-problem-text'}`}
              />
              <div className="min-w-0">
                <p dir="auto" className={`t-15 text-pretty wrap-anywhere ${isResolved(blocker) ? 'text-text-2' : ''}`}>
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
