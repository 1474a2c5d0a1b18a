import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Delivery } from '#contract/notifications.ts'
import type { SlackApp, SlackChannel, SlackChannelChoice, SlackDestination } from '#contract/slack.ts'
import { api } from '../../api/client.ts'
import type { Reauthenticating } from '../../api/reauthentication.ts'

/** Fetches the notifications that could not be delivered. Only administrators may fetch them. */
export const undeliveredQuery = queryOptions({
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
    // Refetches the list, because other notifications may have been delivered as well.
    onSettled: () => queries.invalidateQueries({ queryKey: undeliveredQuery.queryKey }),
  })
}

/** Fetches the URL that creates a Slack app for this deployment. Only administrators may fetch it. */
export const slackAppQuery = queryOptions({
  queryKey: ['slack-app'],
  queryFn: ({ signal }) => api.get<SlackApp>('/slack/app', undefined, signal),
})

/** Fetches the Slack channel for the team's reports. Only administrators of a team with Slack may fetch it. */
export const slackDestinationQuery = queryOptions({
  queryKey: ['slack-place'],
  queryFn: ({ signal }) => api.get<SlackDestination>('/slack/channel', undefined, signal),
})

/** Fetches the channels of the workspace. The server requests them from Slack each time. */
export const useSlackChannels = () =>
  useMutation({ mutationFn: () => api.get<SlackChannel[]>('/slack/channels'), networkMode: 'always' })

/** Selects another channel, or tests the current one. */
export function useSlackChannel(reauthenticating: Reauthenticating) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: SlackChannel | { id?: never; name: string }) =>
      reauthenticating(() => api.put('/slack/channel', { id } satisfies SlackChannelChoice)),
    networkMode: 'always',
    // The server now tries to send the waiting notifications.
    onSettled: () =>
      Promise.all(
        [slackDestinationQuery, undeliveredQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      ),
  })
}
