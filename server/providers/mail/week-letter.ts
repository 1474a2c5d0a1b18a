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
import { weekPage, type WeekRow, type WeekWords } from './week-page.ts'

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

function wordsOf({ member, team, language, today, week, publicUrl }: Parameters<typeof writeWeek>[0]): WeekWords {
  const speak = texts(language)
  const { from, until } = namedDays(week)
  const days = daysInWords(language, from, until)
  const rest = (count: number) => (count > 0 ? speak('week.more', { count }) : undefined)
  const ofState = (state: Blocker['state']) => week.blockers.filter((blocker) => blocker.state === state)
  const unended = week.blockers.filter((blocker) => !hasEnded(blocker))
  const listed = [unended, ofState('resolved'), ofState('unmentioned')].flatMap((some) =>
    some.slice(0, limits.weekBlockers),
  )
  return {
    language,
    title: speak('mail.week.subject', { days }),
    about: speak('mail.week.about', { name: member.display_name }),
    team: team.name,
    parts: [
      {
        heading: speak('week.mine'),
        empty: speak('week.noReports'),
        rows: week.days.map(({ date, work, off, planned }) => ({
          mark: {
            kind: 'day',
            day: String(Number(date.slice(8))),
            weekday: formatOf(language, { weekday: 'short' }).format(utc(date)),
          },
          lines: off ? [] : reportLines(work).map(inOneLine),
          meta: off ? speak('week.off') : planned ? speak('week.planned') : '',
        })),
        more: undefined,
      },
      {
        heading: speak('week.blockers'),
        empty: speak('week.noBlockers'),
        rows: listed.map((blocker) => ({
          mark: { kind: blocker.state === 'acknowledged' ? 'open' : blocker.state },
          lines: linesOf(blocker.text).map(withoutMarks),
          meta: lifeOf(blocker, { language, today, memberId: member.id }),
        })),
        more: rest(week.blockers.length - listed.length),
      },
      {
        heading: speak('week.insights'),
        empty: speak('week.noInsights'),
        rows: week.insights.map((insight) => ({
          mark: { kind: insight.type === 'keep' ? 'keep' : 'try' },
          lines: linesOf(shorten(insight.note, (text) => charactersIn(text) <= limits.weekInsight)),
          meta: triedBy(insight, { language, memberId: member.id }),
        })),
        more: undefined,
      },
    ],
    open: { words: speak('mail.week.open'), link: `${publicUrl}/week?date=${week.from}` },
    when: speak('mail.week.when', { hour: `${weekHour(team.reminder_hour)}:00` }),
    stop: { words: speak('mail.week.stop'), link: `${publicUrl}/settings?tab=notifications` },
  }
}

/** Returns a line as plain text with its number, indented by its level. */
const inOneLine = ({ text, depth, number }: ReportLine) =>
  `${'\u3000'.repeat(depth)}${number ? `${number} ` : ''}${withoutMarks(text)}`

/** Returns a blocker's owner and age, or how it ended. */
function lifeOf(
  blocker: Blocker,
  { language, today, memberId }: { language: Language; today: string; memberId: string },
) {
  const speak = texts(language)
  const { resolved_on, resolved_by_name: name, owner_id, owner_name, opened_on, age } = blocker
  if (resolved_on !== null) {
    const date = asWritten(language, formatOf(language, shortDay(language)).format(utc(resolved_on)))
    const end = name ? speak('blockers.resolvedBy', { date, name }) : speak('blockers.resolvedOn', { date })
    return blocker.resolution === 'unnamed' ? speak('blockers.unnamed', { date }) : end
  }
  const owned =
    owner_id === memberId
      ? speak('blockers.mine')
      : owner_name !== null && speak('blockers.owned', { name: owner_name })
  const since =
    opened_on === today ? speak('blockers.sinceToday') : speak('blockers.age', { days: workingDaysSince(age) })
  return [blocker.opened_by_name, since, owned].filter(Boolean).join(' · ')
}

/** Returns the owner and return date of a Try, or the author of a Keep. */
function triedBy({ user_name, ...insight }: Insight, { language, memberId }: { language: Language; memberId: string }) {
  if (!insight.try) return user_name
  const speak = texts(language)
  const { owner_id, owner_name, returns_on } = insight.try
  const date = asWritten(language, formatOf(language, shortDay(language)).format(utc(returns_on)))
  const owned =
    owner_id === memberId
      ? speak('insights.try.mine')
      : owner_name !== null && speak('insights.try.owned', { name: owner_name })
  return [owned || user_name, speak('insights.try.returns', { date })].join(' · ')
}

function plain({ title, about, parts, open, when, stop }: WeekWords): string {
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
