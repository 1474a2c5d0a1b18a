import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Invitation, InvitationDraft } from '#contract/invitations.ts'
import type { SlackAssigned, SlackAssignment, SlackUserList } from '#contract/slack.ts'
import type { Me, MemberChange, User } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { allPages } from '../../api/pages.ts'

/** The member who asks, read again beside the lists: whether Slack is available may have changed since the sign-in. */
export const meQuery = queryOptions({
  queryKey: ['members', 'me'],
  queryFn: ({ signal }) => api.get<Me>('/users/me', undefined, signal),
})

/** Open invitations, the expired among them; an answer without a list counts as an empty one. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) =>
    allPages(async (page) => {
      const query = { include_expired: 'true', ...page }
      const answer = await api.get<{ invitations?: unknown }>('/invitations/', query, signal)
      return Array.isArray(answer.invitations) ? (answer.invitations as Invitation[]) : []
    }),
})

/** Everybody in the workspace; read only when the panel is asked for. */
export const slackUsersQuery = queryOptions({
  queryKey: ['slack-users'],
  queryFn: async ({ signal }) => {
    const answer = await api.get<unknown>('/slack/users', undefined, signal)
    return Array.isArray(answer) ? (answer as SlackUserList) : []
  },
})

/** Reads the lists again whatever came of a change: where it failed, they may be older than the reason. */
function useReload() {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of [['members'], ['invitations']]) void queries.invalidateQueries({ queryKey })
  }
}

const inviting = ['invite']

/** Whether an invitation is on its way: what it answers belongs to the form that is open. */
export const useIsInviting = () => useIsMutating({ mutationKey: inviting }) > 0

/** The answer may carry the link to hand on; it is kept nowhere but in memory. */
export function useInvite() {
  const reload = useReload()
  return useMutation({
    mutationKey: inviting,
    networkMode: 'always',
    mutationFn: (draft: InvitationDraft) => api.create<Partial<Invitation>>('/invitations/', draft),
    onSettled: reload,
  })
}

export function useResend() {
  const reload = useReload()
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => api.post<Partial<Invitation>>(`/invitations/${encodeURIComponent(id)}/resend`),
    onSettled: reload,
  })
}

export function useCancelInvitation() {
  const queries = useQueryClient()
  const reload = useReload()
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => api.delete(`/invitations/${encodeURIComponent(id)}`),
    onSuccess: (_, cancelled) =>
      queries.setQueryData(invitationsQuery.queryKey, (before) => before?.filter(({ id }) => id !== cancelled)),
    onSettled: reload,
  })
}

/** Members stand where every screen reads them. */
export function useChangeMember() {
  const queries = useQueryClient()
  const reload = useReload()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, ...change }: MemberChange & { id: string }) =>
      api.patch<User>(`/users/${encodeURIComponent(id)}`, change),
    onSuccess: (changed) =>
      queries.setQueryData<User[]>(['members'], (before) =>
        before?.map((member) => (member.id === changed.id ? changed : member)),
      ),
    onSettled: reload,
  })
}

export const useEndSessions = () =>
  useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => api.delete(`/users/${encodeURIComponent(id)}/sessions`),
  })

export function useAssign() {
  const queries = useQueryClient()
  const reload = useReload()
  return useMutation({
    networkMode: 'always',
    mutationFn: (assignment: SlackAssignment) => api.post<SlackAssigned>('/slack/assign', assignment),
    onSuccess: () => queries.invalidateQueries({ queryKey: slackUsersQuery.queryKey }),
    onSettled: reload,
  })
}
