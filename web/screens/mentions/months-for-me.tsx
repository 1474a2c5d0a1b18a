import { ClipboardCheck } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Me } from '#contract/users.ts'
import { formatMonthName } from '../../dates/format-date.ts'
import { textLink } from '../../ui/text-link.ts'
import { monthPath, monthsPath } from '../../app/month-paths.ts'
import { useMonthsForMe } from '../shared/use-months-for-me.ts'

/** Shows the months that wait for the member's decision, and the state of the member's own months. */
export function MonthsForMe({ user }: { user: Me }) {
  const t = useTranslations('months')
  const language = useLocale()
  const { waiting, toMend, approved } = useMonthsForMe(user)
  const rows = [
    ...(waiting > 0 ? [{ href: monthsPath(), text: t('waiting', { count: waiting }) }] : []),
    ...[...toMend, ...approved].map((own) => ({
      href: monthPath(own),
      text: t('mine', { state: own.state, month: formatMonthName(language, `${own.month}-01`) }),
    })),
  ]
  return (
    rows.length > 0 && (
      <ul aria-label={t('label')} className="border-b border-rule py-2">
        {rows.map(({ href, text }) => (
          <li key={href} className="flex items-center gap-2 py-1.5 t-14">
            <ClipboardCheck size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
            <Link href={href} className={textLink}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    )
  )
}
