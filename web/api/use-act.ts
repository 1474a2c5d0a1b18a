import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * Something that is done on the server, tried offline too. Whatever comes of it, what shows it is read again. Neither what is
 * sent nor what is answered outlives the control: it may be a secret.
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
