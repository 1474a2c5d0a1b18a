import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

export const control =
  'flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-3 rounded-2 px-2 t-17 hover:bg-hover active:bg-pressed disabled:cursor-default disabled:bg-transparent disabled:text-text-disabled'

/**
 * Shows the controls that turn the pages of the meeting view and end it. On the last page names members without a
 * report.
 */
export function MeetingFooter({
  at,
  count,
  name,
  next,
  missing,
  onTurn,
  onEnd,
}: {
  at: number
  count: number
  name: string
  /** The member on the next page; undefined on the last page. */
  next: { name: string; face: ReactNode } | undefined
  missing: string | undefined
  onTurn: (by: 1 | -1) => void
  onEnd: () => void
}) {
  const t = useTranslations('meeting')
  return (
    <>
      {!next && missing && (
        <p
          className="mx-4 max-h-[25dvh] overflow-y-auto border-t border-rule py-3 t-17 text-pretty text-text-2 md:mx-16"
          dir="auto"
        >
          {missing}
        </p>
      )}
      <footer className="mx-4 flex items-center justify-between gap-4 border-t border-rule py-2 md:mx-16 md:py-4">
        <button
          type="button"
          aria-label={t('previous')}
          className={`${control} -ms-3`}
          disabled={at === 0}
          onClick={() => onTurn(-1)}
        >
          <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
        </button>
        <p className="shrink-0 t-17 text-text-3 tabular-nums" aria-live="polite">
          {at + 1} / {count}
          <span className="sr-only"> {name}</span>
        </p>
        {next ? (
          <button type="button" className={`${control} -me-2`} onClick={() => onTurn(1)}>
            <span className="shrink-0 t-13 text-text-3">{t('next')}</span>
            <span className="max-[22.5rem]:hidden">{next.face}</span>
            <b className="min-w-0 truncate font-semibold max-md:max-w-32" dir="auto">
              {next.name}
            </b>
            <ArrowRight size={20} strokeWidth={1.75} aria-hidden />
          </button>
        ) : (
          // The `key` makes this a new element. Otherwise React would turn the focused button for the next page into
          // this button, and one more press of a presenter's space key would end the meeting.
          <button key="end" type="button" className={`${control} -me-2`} onClick={onEnd}>
            {t('end')}
          </button>
        )}
      </footer>
    </>
  )
}
