import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { DashboardItem } from '#contract/dashboard.ts'
import { GitHubMark } from '../../brand/brand-icons.tsx'
import { textLink } from '../../ui/text-link.ts'
import { NextStep, DashboardPart, Rows } from './dashboard-part.tsx'

const itemsAtMost = 6

const BacklogMark = () => (
  <svg viewBox="0 0 18 18" width={18} height={18} fill="none" stroke="currentColor" strokeWidth="2.5" aria-hidden>
    <path d="M5.25 3.25h4.5a2.75 2.75 0 0 1 0 5.5h-4.5zm0 5.5h5.25a3 3 0 0 1 0 6H5.25z" />
  </svg>
)
const JiraMark = () => (
  <svg viewBox="-1 -1 26 26" width={18} height={18} fill="currentColor" aria-hidden>
    <path d="M11.571 11.513H0a5.218 5.218 0 0 0 5.232 5.215h2.13v2.057A5.215 5.215 0 0 0 12.575 24V12.518a1.005 1.005 0 0 0-1.005-1.005zm5.723-5.756H5.736a5.215 5.215 0 0 0 5.215 5.214h2.129v2.058a5.218 5.218 0 0 0 5.215 5.214V6.758a1.001 1.001 0 0 0-1.001-1.001zM23.013 0H11.455a5.215 5.215 0 0 0 5.215 5.215h2.129v2.057A5.215 5.215 0 0 0 24 12.483V1.005A1.001 1.001 0 0 0 23.013 0Z" />
  </svg>
)

/** The trackers in the order of the page. Their names are not translated. */
const sources = [
  { source: 'github', name: 'GitHub', Mark: GitHubMark },
  { source: 'backlog', name: 'Backlog', Mark: BacklogMark },
  { source: 'jira', name: 'Jira', Mark: JiraMark },
] as const

/** Returns the address if it is http(s). The text comes from a tracker and is untrusted. */
const addressOf = (url: string | null) =>
  url !== null && URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol) ? url : undefined

/** Lists the member's imported items by tracker, then the team's items without an assignee (design: dashboard). */
export function Backlog({
  items,
  settingsHref,
  notice,
}: {
  items: DashboardItem[]
  settingsHref: string
  notice: ReactNode
}) {
  const t = useTranslations('dashboard')
  // Items without text are not used (S3.22).
  const used = items.filter(({ backlog }) => backlog)
  return (
    <DashboardPart
      title={t('backlog')}
      aside={
        used.length > 0 && (
          <Link href={settingsHref} className={`t-13 ${textLink}`}>
            {t('backlogImport')}
          </Link>
        )
      }
    >
      {notice}
      {used.length === 0 && (
        <div className="mt-3 border-t border-rule">
          <NextStep why={t('backlogEmpty')} href={settingsHref} way={t('backlogSettings')} />
        </div>
      )}
      {sources.map(({ source, name, Mark }) => {
        const own = used.filter((item) => item.source === source)
        return (
          own.length > 0 && (
            <section key={source}>
              <header className="flex items-center gap-2 border-b border-rule pt-3 pb-2">
                <Mark />
                <h3 className="t-14b">{name}</h3>
                <span className="ml-auto t-12 text-text-3 tabular-nums">
                  {t('backlogCount', { count: own.length })}
                </span>
              </header>
              <Rows items={own} atMost={itemsAtMost} label={name}>
                {(item) => <Item key={item.id} item={item} />}
              </Rows>
            </section>
          )
        )
      })}
    </DashboardPart>
  )
}

function Item({ item }: { item: DashboardItem }) {
  const t = useTranslations('dashboard')
  const address = addressOf(item.url)
  const words = useTranslations('backlogSettings.priorities')
  const priority = { high: words('high'), medium: words('medium'), low: words('low') }[item.priority]
  return (
    <li className="grid grid-cols-[4.75rem_minmax(0,1fr)_auto] items-baseline gap-x-2 border-b border-rule py-2">
      <span className="t-12 text-text-3 tabular-nums">{item.reference}</span>
      {address === undefined ? (
        <span dir="auto" className="t-14">
          {item.backlog}
        </span>
      ) : (
        <a
          dir="auto"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="rounded-1 t-14 decoration-rule-strong underline-offset-3 hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          {item.backlog}
        </a>
      )}
      <span className="flex flex-wrap justify-end gap-x-2 t-12 text-text-3">
        {item.user_id === null && <span>{t('unassigned')}</span>}
        <span aria-hidden>{priority}</span>
        <span className="sr-only">{t('priority', { priority })}</span>
      </span>
    </li>
  )
}
