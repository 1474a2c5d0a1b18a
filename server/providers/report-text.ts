/**
 * The texts of a report notification, in the team's language. Each service's folder formats them as that service's rich
 * message.
 */
export type ReportText = {
  author: string
  /** Names the report and its day, without the author. */
  title: string
  sections: { heading: string; text: string }[]
  /** The URL of the whole report. */
  link: string
  linkText: string
}
