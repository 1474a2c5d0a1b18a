import { Check, OctagonAlert } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { Dashboard, Missing, Reported } from '#contract/dashboard.ts'
import { formatTime } from '../../dates/format-date.ts'
import { NextStep, DashboardPart, Rows } from './dashboard-part.tsx'
import { type Context, PersonRow } from './person-row.tsx'
import { useDateText } from './use-date-text.ts'

const teamAtMost = 15

/** Shows when a report was submitted. @param at undefined for an imported report (E4.19) */
function SubmittedAt({ at }: { at: string | undefined }) {
  const t = useTranslations('dashboard')
  const imported = useTranslations('dailyReport')('imported')
  const language = useLocale()
  const done = <Check size={14} strokeWidth={1.75} aria-hidden className="text-success-text" />
  if (at === undefined)
    return (
      <>
        {done}
        {imported}
      </>
    )
  const time = formatTime(language, new Date(at))
  return (
    <>
      {done}
      <time dateTime={at} aria-hidden>
        {time}
      </time>
      <span className="sr-only">{t('submittedAt', { time })}</span>
    </>
  )
}

const isReported = (person: Reported | Missing): person is Reported => 'report_id' in person

/**
 * Shows the team's members today: first those with a blocker in their report, then the others with a report, then those
 * without one (design: dashboard).
 */
export function TeamDay({ today, teamHref, ...context }: Context & { today: Dashboard['today']; teamHref: string }) {
  const t = useTranslations('dashboard')
  const { dated } = useDateText(today.date)
  const { reported, missing, working_day } = today
  const people = [
    ...reported.filter(({ has_blocker }) => has_blocker),
    ...reported.filter(({ has_blocker }) => !has_blocker),
    ...missing,
  ]
  const total = people.length
  const isAlone = context.members.filter((member) => member.is_active).length === 1
  return (
    <DashboardPart
      title={t('team')}
      aside={
        working_day
          ? t('teamCount', { reported: reported.length, total })
          : t('teamCountDayOff', { reported: reported.length })
      }
    >
      <div className="mt-3 border-t border-rule">
        <Rows items={people} atMost={teamAtMost} label={t('team')}>
          {(person) =>
            isReported(person) ? (
              <PersonRow
                key={person.user_id}
                person={person}
                date={today.date}
                words={person.plan || t('none')}
                {...context}
              >
                {person.has_blocker ? (
                  <span className="flex items-center gap-1 text-problem-text">
                    <OctagonAlert size={14} strokeWidth={1.75} aria-hidden />
                    {t('hasBlocker')}
                  </span>
                ) : (
                  <SubmittedAt at={person.is_imported ? undefined : person.submitted_at} />
                )}
              </PersonRow>
            ) : (
              <PersonRow
                key={person.user_id}
                person={person}
                date={person.last_report_date}
                words={
                  person.last_report_date === null
                    ? t('neverReported')
                    : t('lastReport', { date: dated(person.last_report_date) })
                }
                ghost
                whole
                {...context}
              >
                {t('notYet')}
              </PersonRow>
            )
          }
        </Rows>
      </div>
      {!working_day && <p className="mt-3 t-13 text-text-2">{t('dayOff')}</p>}
      {isAlone && <NextStep why={t('alone')} href={teamHref} way={t('invite')} />}
    </DashboardPart>
  )
}
