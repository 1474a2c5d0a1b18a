import type { DayReport } from '#contract/reports.ts'

/**
 * Returns a function that splits reports into unread and read ones, for a page that stays open. A report stays in its
 * first group, so that rows do not move while the member reads. New reports join the unread ones
 * (design: reading the day).
 */
export function openGroups() {
  const seen = new Map<string, boolean>()
  return (reports: readonly DayReport[]) => {
    for (const { id, read } of reports) if (!seen.has(id)) seen.set(id, read)
    const wasRead = ({ id }: DayReport) => seen.get(id) === true
    return { unread: reports.filter((report) => !wasRead(report)), read: reports.filter(wasRead) }
  }
}

/** Returns whether reading the report marks it: it is unread, or it has changed since it was read. */
export const isToRead = ({ read, changed }: DayReport) => !read || changed
