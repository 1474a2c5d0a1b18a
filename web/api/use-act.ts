import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * Returns a mutation that also tries to send offline. After a success and a failure, refetches the query `shownBy`.
 * Input and response may be secrets, so neither is kept after the component unmounts.
 */
export function useAct<Sent, Answer>(shownBy: { queryKey: QueryKey }, act: (sent: Sent) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    networkMode: 'always',
    gcTime: 0,
    onSettled: () => queries.invalidateQueries({ queryKey: shownBy.queryKey }),
  })
}
