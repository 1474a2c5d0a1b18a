import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * A mutation that is also tried offline. Afterwards it refetches the query `shownBy`, whether it succeeded or failed.
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
