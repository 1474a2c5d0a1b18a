import { type Blocker, hasEnded, workingDaysSince } from '#contract/blockers.ts'
import { charactersIn } from '#contract/characters.ts'
import { asWritten, daysInWords, localeOf, shortDay } from '#contract/dates-in-words.ts'
import type { Insight } from '#contract/insights.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { linesOf } from '#contract/report-fields.ts'
import { type ReportLine, reportLines } from '#contract/report-lines.ts'
import { withoutMarks } from '#contract/span-marks.ts'
import type { Week } from '#contract/week.ts'
import { namedDays, weekHour } from '#contract/weeks.ts'
import { texts } from '#server/text/texts.ts'
import { shorten } from '../shorten.ts'
import type { Message } from './mail.ts'
import { weekPage, type WeekRow, type WeekPageText } from './week-page.ts'

/** Writes the weekly email in the member's language (decision 45), as HTML tables and as text. */
export function writeWeek(about: {
  member: { id: string; display_name: string; email: string }
  team: { name: string; reminder_hour: number | null }
  language: Language
  today: string
  week: Week
  publicUrl: string
  /** The one-click unsubscribe URL. */
  stop: string
}): Message {
  const words = wordsOf(about)
  return { to: about.member.email, subject: words.title, text: plain(words), html: weekPage(words), stop: about.stop }
}

function wordsOf({ member, team, language, today, week, publicUrl }: Parameters<typeof writeWeek>[0]): WeekPageText {
  const translate = texts(language)
  const { from, until } = namedDays(week)
  const days = daysInWords(language, from, until)
  const rest = (count: number) => (count > 0 ? translate('week.more', { count }) : undefined)
  const ofState = (state: Blocker['state']) => week.blockers.filter((blocker) => blocker.state === state)
  const unended = week.blockers.filter((blocker) => !hasEnded(blocker))
  const listed = [unended, ofState('resolved'), ofState('unmentioned')].flatMap((some) =>
    some.slice(0, limits.weekBlockers),
  )
  return {
    language,
    title: translate('mail.week.subject', { days }),
    about: translate('mail.week.about', { name: member.display_name }),
    team: team.name,
    parts: [
      {
        heading: translate('week.mine'),
        empty: translate('week.noReports'),
        rows: week.days.map(({ date, work, off, planned }) => ({
          mark: {
            kind: 'day',
            day: String(Number(date.slice(8))),
            weekday: formatOf(language, { weekday: 'short' }).format(utc(date)),
          },
          lines: off ? [] : reportLines(work).map(inOneLine),
          meta: off ? translate('week.off') : planned ? translate('week.planned') : '',
        })),
        more: undefined,
      },
      {
        heading: translate('week.blockers'),
        empty: translate('week.noBlockers'),
        rows: listed.map((blocker) => ({
          mark: { kind: blocker.state === 'acknowledged' ? 'open' : blocker.state },
          lines: linesOf(blocker.text).map(withoutMarks),
          meta: lifeOf(blocker, { language, today, memberId: member.id }),
        })),
        more: rest(week.blockers.length - listed.length),
      },
      {
        heading: translate('week.insights'),
        empty: translate('week.noInsights'),
        rows: week.insights.map((insight) => ({
          mark: { kind: insight.type === 'keep' ? 'keep' : 'try' },
          lines: linesOf(shorten(insight.note, (text) => charactersIn(text) <= limits.weekInsight)),
          meta: triedBy(insight, { language, memberId: member.id }),
        })),
        more: undefined,
      },
    ],
    open: { words: translate('mail.week.open'), link: `${publicUrl}/week?date=${week.from}` },
    when: translate('mail.week.when', { hour: `${weekHour(team.reminder_hour)}:00` }),
    stop: { words: translate('mail.week.stop'), link: `${publicUrl}/settings?tab=notifications` },
  }
}

/** Returns a line as plain text with its number, indented by its level. */
const inOneLine = ({ text, depth, number }: ReportLine) =>
  `${'\u3000'.repeat(depth)}${number ? `${number} ` : ''}${withoutMarks(text)}`

/** Returns who reported a blocker, its age and its owner. If the blocker has ended, returns when and how it ended. */
function lifeOf(
  blocker: Blocker,
  { language, today, memberId }: { language: Language; today: string; memberId: string },
) {
  const translate = texts(language)
  const { resolved_on, resolved_by_name: name, owner_id, owner_name, opened_on, age } = blocker
  if (resolved_on !== null) {
    const date = asWritten(language, formatOf(language, shortDay(language)).format(utc(resolved_on)))
    const end = name ? translate('blockers.resolvedBy', { date, name }) : translate('blockers.resolvedOn', { date })
    return blocker.resolution === 'unnamed' ? translate('blockers.unnamed', { date }) : end
  }
  const owned =
    owner_id === memberId
      ? translate('blockers.mine')
      : owner_name !== null && translate('blockers.owned', { name: owner_name })
  const since =
    opened_on === today ? translate('blockers.sinceToday') : translate('blockers.age', { days: workingDaysSince(age) })
  return [blocker.opened_by_name, since, owned].filter(Boolean).join(' · ')
}

/** Returns the owner and return date of a Try, or the author of a Keep. */
function triedBy({ user_name, ...insight }: Insight, { language, memberId }: { language: Language; memberId: string }) {
  if (!insight.try) return user_name
  const translate = texts(language)
  const { owner_id, owner_name, returns_on } = insight.try
  const date = asWritten(language, formatOf(language, shortDay(language)).format(utc(returns_on)))
  const owned =
    owner_id === memberId
      ? translate('insights.try.mine')
      : owner_name !== null && translate('insights.try.owned', { name: owner_name })
  return [owned || user_name, translate('insights.try.returns', { date })].join(' · ')
}

function plain({ title, about, parts, open, when, stop }: WeekPageText): string {
  const marks = { open: '!', resolved: '✓', unmentioned: '–', keep: 'Keep', try: 'Try' }
  const row = ({ mark, lines, meta }: WeekRow) =>
    mark.kind === 'day'
      ? [`${mark.day} ${mark.weekday}`, ...lines.map((line) => `  - ${line}`), ...(meta ? [`  ${meta}`] : [])]
      : [`[${marks[mark.kind]}] ${lines.join('\n    ')}`, `    ${meta}`]
  const sections = parts.map(({ heading, empty, rows, more }) =>
    [`■ ${heading}`, ...(rows.length > 0 ? rows.flatMap(row) : [empty]), ...(more ? [more] : [])].join('\n'),
  )
  const ways = [`${open.words}\n${open.link}`, `${when}\n${stop.words}: ${stop.link}`]
  return `${[title, about, ...sections, ...ways].join('\n\n')}\n`
}

const utc = (day: string) => new Date(`${day}T00:00:00Z`)

const formatOf = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' })
