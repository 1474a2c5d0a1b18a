import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Note } from '../../ui/note.tsx'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/**
 * Counts down to the next login attempt for this address. Names the ways to sign in without waiting (E1.13).
 * @param until milliseconds since the epoch
 * @param byMail renders a link to a new password around the given text; absent if no email can be sent
 */
export function LoginWait({ until, byMail }: { until: number; byMail: ((words: ReactNode) => ReactNode) | undefined }) {
  const t = useTranslations('session.login')
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isOver])
  return (
    <Note kind="warn">
      {isOver ? (
        <p role="status">{t('waitOver')}</p>
      ) : (
        <>
          <p role="timer" className="tabular-nums">
            {t('wait', { time: clock(seconds) })}
          </p>
          <p>
            {t('waitElsewhere')} {byMail && t.rich('waitMail', { link: byMail })}
          </p>
        </>
      )}
    </Note>
  )
}
