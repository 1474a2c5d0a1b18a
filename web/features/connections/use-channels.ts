import { useQuery } from '@tanstack/react-query'
import { deploymentQuery } from '../../entities/deployment.ts'
import { destinationsQuery } from './queries.ts'

/**
 * The channels that can reach members.
 * `slack`: the team has connected Slack. `slackOffered`: this server is configured for Slack.
 */
export type Channels = { mail: boolean; slack: boolean; slackOffered: boolean; push: boolean }

export function useChannels(): Channels | undefined {
  const channels = useQuery(deploymentQuery).data?.channels
  const destinations = useQuery(destinationsQuery).data
  if (!channels || !destinations) return undefined
  const slackOffered = channels.includes('slack')
  return {
    mail: channels.includes('mail'),
    slack: slackOffered && destinations.includes('slack'),
    slackOffered,
    push: channels.includes('push'),
  }
}
