import { useMutation } from '@tanstack/react-query'
import type { Team, TeamChange } from '#contract/users.ts'
import { isChangedElsewhere } from '../api/errors.ts'
import { sendWrite, type Write } from '../api/writes-to-send.ts'
import { fetchMe } from './me.ts'

export const changeOfTeam = (body: TeamChange): Write => ({ method: 'PATCH', path: '/teams/me', body })

/** Saves changes one after the other, so that the last choice wins. */
export function useSaveTeam({
  onSaved,
  onFailed,
}: {
  onSaved: (team: Team) => void
  onFailed?: (error: unknown) => void
}) {
  return useMutation({
    mutationFn: (change: TeamChange) => sendWrite<Team>(changeOfTeam(change)),
    networkMode: 'always',
    scope: { id: 'team' },
    onSuccess: onSaved,
    onError: async (error) => {
      onFailed?.(error)
      if (isChangedElsewhere(error)) onSaved((await fetchMe()).team)
    },
  })
}
