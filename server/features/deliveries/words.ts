import { localeOf, withFirst } from '#contract/dates-in-words.ts'
import type { Language } from '#contract/languages.ts'
import { reportFields, type Words } from '#contract/report-fields.ts'
import type { ReportTime } from '#contract/users.ts'
import type { ReportWords } from '#server/providers/report-words.ts'
import { texts } from '#server/texts.ts'

const dayAsWritten = { month: 'long', day: 'numeric', weekday: 'short', timeZone: 'UTC' } as const

/** The screen of a day's reports. */
export const linkTo = (publicUrl: string, day: string) => `${publicUrl}/?date=${day}`

/** A report as the team is told of it, in the team's language. */
export function reportWords(about: {
  language: Language
  author: string
  day: string
  report: Words
  reportTime: ReportTime
  publicUrl: string
}): ReportWords {
  const { language, author, day, report, reportTime, publicUrl } = about
  const speak = texts(language)
  const format = new Intl.DateTimeFormat(localeOf(language), dayAsWritten)
  const date = withFirst(language, format.format(new Date(`${day}T00:00:00Z`)))
  return {
    author,
    title: speak('messages.reportTitle', { date }),
    sections: reportFields.map((field) => {
      const word = `fields.${field}` as const
      return { heading: speak(`reportWords.${reportTime}.${word}`), text: report[field] }
    }),
    link: linkTo(publicUrl, day),
    linkText: speak('messages.openReport'),
  }
}

/** What a member without a report reads in a message, in their own language. */
export function reminderWords(about: { language: Language; name: string; day: string; publicUrl: string }) {
  const speak = texts(about.language)
  return {
    text: speak('messages.reminder', { name: about.name }),
    link: linkTo(about.publicUrl, about.day),
    linkText: speak('messages.writeReport'),
  }
}
