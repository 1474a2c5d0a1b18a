import { LoaderCircle } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { ReportImport } from '#contract/import.ts'
import { formatDayAndTime } from '../../dates/format-date.ts'
import { useOnline } from '../../platform/online.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Bar } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useRecentImports, useUndoImport } from './queries.ts'

/** Lists the imports of the last 24 hours: running ones with their progress, others with an undo (E4.03). */
export function RecentImports({ onUndone }: { onUndone: (id: string) => void }) {
  const t = useTranslations('transfer')
  const load = useRecentImports()
  return (
    <Loaded load={load} failed={t('recentFailed')} skeleton={<Bar width="60%" />} inCard>
      {(imports) =>
        imports.length > 0 && (
          <section className="border-t border-rule pt-4">
            <h3 className="t-13b">{t('recent')}</h3>
            <ul>
              {imports.map((one) => (
                <RecentImport key={one.id} of={one} onUndone={onUndone} />
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  )
}

function RecentImport({ of, onUndone }: { of: ReportImport; onUndone: (id: string) => void }) {
  const t = useTranslations('transfer')
  const locale = useLocale()
  const online = useOnline()
  const undo = useUndoImport()
  const time = formatDayAndTime(locale, new Date(of.created_at))
  const about = of.user_name === null ? time : t('importOf', { name: of.user_name, time })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="t-12 text-text-2">{about}</p>
        <Standing of={of} />
      </div>
      {of.undo_until && (
        <Button
          kind="line"
          small
          disabled={!online}
          aria-label={t('undoLabel', { which: about })}
          busy={undo.isPending ? t('undoing') : undefined}
          onClick={() =>
            undo.mutate(of.id, {
              onSuccess: () => onUndone(of.id),
              onError: (error) => toast.error(t('undoFailed'), error),
            })
          }
        >
          {t('undo')}
        </Button>
      )}
    </li>
  )
}

function Standing({
  of: { state, new: added, changed, written_meanwhile: meanwhile, filed, total, removed, restored, left },
}: {
  of: ReportImport
}) {
  const t = useTranslations('transfer')
  if (state === 'undone') return <p className="t-13">{t('undone', { removed, restored, left })}</p>
  if (state === 'failed') return <p className="t-13 text-error-text">{t('stopped', { done: filed, total })}</p>
  if (state === 'stopped')
    return <p className="t-13 text-error-text">{t('notAllowedAnyMore', { done: filed, total })}</p>
  if (state === 'done') return <p className="t-13">{t('counts', { added, changed, meanwhile })}</p>
  return (
    <div className="mt-1 grid gap-1.5">
      <p className="flex items-start gap-2 t-13 tabular-nums">
        <LoaderCircle size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 motion-safe:animate-spin" aria-hidden />
        {t('progress', { done: filed, total })}
      </p>
      <progress value={filed} max={total} aria-label={t('importing')} className="h-1.5 w-full accent-ai" />
      <p className="t-12 text-text-2">{t('goesOn')}</p>
    </div>
  )
}
