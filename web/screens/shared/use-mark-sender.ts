import { useQueryClient } from '@tanstack/react-query'
import type { Sender } from '../../api/send-outbox.ts'
import { type Mark, markOutbox, withMarks } from '../../features/read-marks/marks.ts'
import { sendMark } from '../../features/read-marks/queries.ts'
import { dayQuery } from '../../features/reports/queries.ts'

/** Returns the sender of read marks. After the server has stored a mark, updates the reports on the page. */
export function useMarkSender(): Sender<Mark> {
  const queries = useQueryClient()
  return {
    kind: markOutbox.kind,
    send: sendMark,
    sent: (mark) => {
      const { queryKey } = dayQuery(mark.date)
      queries.setQueryData(queryKey, (reports) => reports && withMarks(reports, [mark]))
      // The response to a pending fetch may not include the mark, so fetch again.
      if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey })
    },
    refused: () => 'forget',
  }
}
