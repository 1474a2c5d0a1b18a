import { useQuery } from '@tanstack/react-query'
import { deploymentQuery, destinationsQuery } from './queries.ts'

/** The channels that can reach members. `slack`: connected by the team. `slackOffered`: set up on this server. */
export type Channels = { mail: boolean; slack: boolean; slackOffered: boolean; push: boolean }

/** Reads the channels of this server and this team; undefined until both are known. */
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
