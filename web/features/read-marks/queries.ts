import { api } from '../../api/client.ts'
import type { Mark } from './marks.ts'

/** Sends a mark. A repeated request has no further effect. */
export async function sendMark({ ids, date, read, wholeDay }: Mark): Promise<void> {
  if (wholeDay) await api.post<unknown>('/daily-reports/read', { date })
  else
    for (const id of ids)
      await (read
        ? api.put<unknown>(`/daily-reports/${id}/read`, undefined)
        : api.delete<unknown>(`/daily-reports/${id}/read`))
}
