import type { Language } from '#contract/languages.ts'
import { eachField } from '#contract/report-fields.ts'
import type { ReportTime } from '#contract/report-time.ts'
import { dayInWords } from '#server/text/day-in-words.ts'
import type { ReportViewText } from '#server/providers/slack/report-view.ts'
import { texts } from '#server/text/texts.ts'

/** Returns the texts of the dialog in the member's own language. */
export function reportViewText(
  language: Language,
  day: { today: string; report_time: ReportTime },
  teamName: string | undefined,
): ReportViewText {
  const translate = texts(language)
  const date = dayInWords(language, day.today)
  return {
    title: translate('slackReport.title'),
    submit: translate('dailyReport.submit'),
    cancel: translate('actions.cancel'),
    day: [translate('messages.reportTitle', { date }), teamName].join('\n').trim(),
    tooLong: translate('slackReport.tooLong'),
    openWeb: translate('messages.openReport'),
    headings: eachField((field) => {
      const word = `fields.${field}` as const
      return translate(`reportWords.${day.report_time}.${word}`)
    }),
  }
}
