import type { Language } from '#contract/languages.ts'
import { reportFields, type ReportTexts } from '#contract/report-fields.ts'
import type { ReportTime } from '#contract/report-time.ts'
import { dayInWords, linkTo } from './day-in-words.ts'
import type { ReportText } from '#server/providers/report-text.ts'
import { texts } from './texts.ts'

/** Returns the texts of a report notification, in the team's language. */
export function reportText(about: {
  language: Language
  author: string
  day: string
  report: ReportTexts
  reportTime: ReportTime
  publicUrl: string
}): ReportText {
  const { language, author, day, report, reportTime, publicUrl } = about
  const translate = texts(language)
  const date = dayInWords(language, day)
  return {
    author,
    title: translate('messages.reportTitle', { date }),
    sections: reportFields.map((field) => {
      const word = `fields.${field}` as const
      return { heading: translate(`reportWords.${reportTime}.${word}`), text: report[field] }
    }),
    link: linkTo(publicUrl, day),
    linkText: translate('messages.openReport'),
  }
}
