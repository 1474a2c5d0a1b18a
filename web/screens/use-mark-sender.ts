import { useQueryClient } from '@tanstack/react-query'
import type { Sender } from '../api/send-outbox.ts'
import { type Mark, marksToSend, withMarks } from '../features/reads/marks.ts'
import { sendMark } from '../features/reads/queries.ts'
import { dayQuery } from '../features/reports/queries.ts'

/** Returns how read marks are sent, and shown once the server has them. */
export function useMarkSender(): Sender<Mark> {
  const queries = useQueryClient()
  return {
    kind: marksToSend.kind,
    send: sendMark,
    sent: (mark) => {
      const { queryKey } = dayQuery(mark.date)
      queries.setQueryData(queryKey, (reports) => reports && withMarks(reports, [mark]))
      // A read that is on its way may not know the mark yet.
      if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey })
    },
    refused: () => 'forget',
  }
}
