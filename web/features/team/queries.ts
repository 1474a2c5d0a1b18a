import {
  queryOptions,
  useIsMutating,
  useMutation,
  type UseMutationOptions,
  useQueryClient,
} from '@tanstack/react-query'
import type { Invitation, InvitationDraft } from '#contract/invitations.ts'
import type { MemberChange, MemberSetups } from '#contract/member-setups.ts'
import type { PasswordLink } from '#contract/passwords.ts'
import type { SlackAssigned, SlackAssignment, SlackLinked, SlackUserList } from '#contract/slack.ts'
import type { ScheduleChange, User } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { ApiError, isUnreachable } from '../../api/errors.ts'
import { allPages } from '../../api/pages.ts'

/** Fetches open invitations, including expired ones. A response that is no array counts as an empty array. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) =>
    allPages(async (page) => {
      const query = { include_expired: 'true', ...page }
      const answer = await api.get<{ invitations?: unknown }>('/invitations/', query, signal)
      return Array.isArray(answer.invitations) ? (answer.invitations as Invitation[]) : []
    }),
})

export const setupsQuery = (id: string) =>
  queryOptions({
    queryKey: ['member-setups', id],
    queryFn: ({ signal }) => api.get<MemberSetups>(`${userPath(id)}/setups`, undefined, signal),
    staleTime: 0,
    gcTime: 0,
  })

/** Fetches all people in the Slack workspace, once the panel is opened. */
export const slackUsersQuery = queryOptions({
  queryKey: ['slack-users'],
  queryFn: async ({ signal }) => {
    const answer = await api.get<unknown>('/slack/users', undefined, signal)
    return Array.isArray(answer) ? (answer as SlackUserList) : []
  },
})

/**
 * Sends a change, even if the browser is offline. Refetches the lists also after a failure, because they may be stale.
 */
function useChange<Change, Answer>(
  mutationFn: (change: Change) => Promise<Answer>,
  options: Pick<UseMutationOptions<Answer, Error, Change>, 'mutationKey' | 'onSuccess'> = {},
) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn,
    ...options,
    onSettled: () => {
      for (const queryKey of [['members'], ['invitations']]) void queries.invalidateQueries({ queryKey })
    },
  })
}

const inviting = ['invite']

/** Returns whether an invitation is being sent. The open form must then stay, because it shows the result. */
export const useIsInviting = () => useIsMutating({ mutationKey: inviting }) > 0

/** The result for one address. `invitation` may contain a secret link, which is kept in memory only. */
export type Outcome = { email: string; invitation?: Partial<Invitation>; error?: unknown }

/** Returns whether the address already has an open invitation. The address then needs no correction. */
export const isInvitedAlready = ({ error }: Outcome) => error instanceof ApiError && error.code === 'already_invited'

/**
 * Sends invitations one after the other. Stops if the server is unreachable.
 * If there is a single address, throws the error of a failure, unless the address is already invited.
 */
export const useInvite = () =>
  useChange(
    async ({ drafts, isList }: { drafts: InvitationDraft[]; isList: boolean }) => {
      const outcomes: Outcome[] = []
      let away: unknown
      for (const draft of drafts) {
        const { email } = draft
        try {
          if (away) outcomes.push({ email, error: away })
          else outcomes.push({ email, invitation: await api.create<Partial<Invitation>>('/invitations/', draft) })
        } catch (error) {
          if (!isList && !isInvitedAlready({ email, error })) throw error
          if (isUnreachable(error)) away = error
          outcomes.push({ email, error })
        }
      }
      return outcomes
    },
    { mutationKey: inviting },
  )

export const useResend = () =>
  useChange((id: string) => api.post<Partial<Invitation>>(`/invitations/${encodeURIComponent(id)}/resend`))

export function useCancelInvitation() {
  const queries = useQueryClient()
  return useChange((id: string) => api.delete(`/invitations/${encodeURIComponent(id)}`), {
    onSuccess: (_, cancelled) =>
      queries.setQueryData(invitationsQuery.queryKey, (before) => before?.filter(({ id }) => id !== cancelled)),
  })
}

/** Sends a change of a member, and updates the member in the cache that every screen reads. */
function useChangeUser<Change extends { id: string }>(mutationFn: (change: Change) => Promise<User>) {
  const queries = useQueryClient()
  return useChange(mutationFn, {
    onSuccess: (changed) =>
      queries.setQueryData<User[]>(['members'], (before) =>
        before?.map((member) => (member.id === changed.id ? changed : member)),
      ),
  })
}

const userPath = (id: string) => `/users/${encodeURIComponent(id)}`

export const useChangeMember = () =>
  useChangeUser(({ id, ...change }: MemberChange & { id: string }) => api.patch<User>(userPath(id), change))

export const useChangeWriting = () =>
  useChangeUser(({ id, writes }: { id: string; writes: boolean }) =>
    api.patch<User>(`${userPath(id)}/schedule`, { writes } satisfies ScheduleChange),
  )

/** Creates a link for a new password. The link is kept in memory only, because anyone with the link can use it. */
export const useMakePasswordLink = () =>
  useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => api.create<PasswordLink>(`${userPath(id)}/password-link`, undefined),
    gcTime: 0,
  })

export const useEndSessions = () =>
  useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => api.delete(`${userPath(id)}/sessions`),
  })

export function useAssign() {
  const queries = useQueryClient()
  return useChange((assignment: SlackAssignment) => api.post<SlackAssigned>('/slack/assign', assignment), {
    onSuccess: () => queries.invalidateQueries({ queryKey: slackUsersQuery.queryKey }),
  })
}

export function useLinkEverybody() {
  const queries = useQueryClient()
  return useChange<void, SlackLinked>(() => api.post('/slack/links'), {
    onSuccess: () => queries.invalidateQueries({ queryKey: slackUsersQuery.queryKey }),
  })
}
