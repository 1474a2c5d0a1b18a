import type { DayReport } from '#contract/reports.ts'

/**
 * Tells the unread from the read for as long as a page is open. Nothing moves while somebody reads: where a report stood first
 * it stays, and what arrives joins the unread (design: reading the day).
 */
export function openGroups() {
  const seen = new Map<string, boolean>()
  return (reports: readonly DayReport[]) => {
    for (const { id, read } of reports) if (!seen.has(id)) seen.set(id, read)
    const wasRead = ({ id }: DayReport) => seen.get(id) === true
    return { unread: reports.filter((report) => !wasRead(report)), read: reports.filter(wasRead) }
  }
}

/** What two seconds of reading change. */
export const isToRead = ({ read, changed }: DayReport) => !read || changed
