/**
 * A report as it is told elsewhere, in the team's language; the folder of each service makes that
 * service's rich message of it.
 */
export type ReportWords = {
  /** Whose report it is. */
  author: string
  /** What it is and of which day, without its author. */
  title: string
  sections: { heading: string; text: string }[]
  /** Where the whole of it can be read. */
  link: string
  linkText: string
}
