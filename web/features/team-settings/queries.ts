import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Subscribed, SubscriptionDraft } from '#contract/holidays.ts'
import type { Delivery } from '#contract/notifications.ts'
import type { SlackApp, SlackChannel, SlackChannelChoice, SlackPlace } from '#contract/slack.ts'
import type { Me, ScheduleChange, Team, TeamChange, User } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { isChangedElsewhere } from '../../api/errors.ts'
import { sendWrite, type Write } from '../../api/writes-to-send.ts'

/** One change after the other, so that the last one chosen is the last one kept. */
export const changeOfTeam = (body: TeamChange): Write => ({ method: 'PATCH', path: '/teams/me', body })

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
      if (isChangedElsewhere(error)) onSaved((await api.get<Me>('/users/me')).team)
    },
  })
}

/** Adds the holidays of a country, of each year to come as well. */
export const addHolidays = (country: string) =>
  api.put<Subscribed>('/holidays/subscription', { country } satisfies SubscriptionDraft)

/** One change after the other, likewise. What is answered tells of the member as everybody sees them, so they are read anew. */
export function useSaveSchedule({
  onSaved,
  onFailed,
}: {
  onSaved: (user: Me) => void
  onFailed: (error: unknown) => void
}) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...change }: ScheduleChange & { id: string }) => {
      await api.patch<User>(`/users/${encodeURIComponent(id)}/schedule`, change)
      return api.get<Me>('/users/me')
    },
    networkMode: 'always',
    scope: { id: 'schedule' },
    onSuccess: (me) => {
      onSaved(me)
      void queries.invalidateQueries({ queryKey: ['members'] })
    },
    onError: onFailed,
  })
}

/** What could not be delivered of the team's; administrators alone may ask. */
export const deliveriesQuery = queryOptions({
  queryKey: ['deliveries'],
  queryFn: ({ signal }) => api.get<Delivery[]>('/notifications/deliveries', undefined, signal),
})

export function useRetry({ onDone, onFailed }: { onDone: () => void; onFailed: (error: unknown) => void }) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.post(`/notifications/deliveries/${id}/retry`),
    networkMode: 'always',
    onSuccess: onDone,
    onError: onFailed,
    // What has been sent meanwhile, from another screen or for another reason, goes too.
    onSettled: () => queries.invalidateQueries({ queryKey: deliveriesQuery.queryKey }),
  })
}

/** What makes the deployment's app at Slack; administrators alone may ask. */
export const slackAppQuery = queryOptions({
  queryKey: ['slack-app'],
  queryFn: ({ signal }) => api.get<SlackApp>('/slack/app', undefined, signal),
})

/** Where the team's reports go at Slack; administrators of a team that has it alone may ask. */
export const slackPlaceQuery = queryOptions({
  queryKey: ['slack-place'],
  queryFn: ({ signal }) => api.get<SlackPlace>('/slack/channel', undefined, signal),
})

/** Slack is asked for them each time. */
export const useSlackChannels = () =>
  useMutation({ mutationFn: () => api.get<SlackChannel[]>('/slack/channels'), networkMode: 'always' })

/** Chooses another channel, or tries the present one. */
export function useSlackChannel() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: SlackChannel | { id?: never; name: string }) =>
      api.put('/slack/channel', { id } satisfies SlackChannelChoice),
    networkMode: 'always',
    // What waited is on its way, or has failed once more.
    onSettled: () =>
      Promise.all([slackPlaceQuery, deliveriesQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey }))),
  })
}
