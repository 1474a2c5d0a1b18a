import type { WebhookProvider } from '#contract/providers.ts'
import { afterwards } from './afterwards.ts'
import { startDiscord } from './discord.ts'
import { startGitHub } from './github.ts'
import { startGoogleChat } from './google-chat.ts'
import { startOpenIdProvider } from './openid-provider.ts'
import { startPrism } from './prism.ts'
import { startSlack } from './slack.ts'
import { startSlackSockets } from './slack-socket.ts'
import { startTracker } from './tracker.ts'

/** Wraps the start of a stand-in, so that it stops after the test file. */
const untilDone =
  <Options extends unknown[], StandIn extends { close: () => unknown }>(
    start: (...options: Options) => Promise<StandIn>,
  ) =>
  async (...options: Options): Promise<StandIn> => {
    const standIn = await start(...options)
    afterwards(standIn.close)
    return standIn
  }

export const openIdProvider = untilDone(startOpenIdProvider)
export const gitHub = untilDone(startGitHub)
export const tracker = untilDone(startTracker)
export const slack = untilDone(startSlack)
export const slackSockets = untilDone(startSlackSockets)
export const prism = untilDone(startPrism)
export const googleChat = untilDone(startGoogleChat)
export const discord = untilDone(startDiscord)

/** Starts a stand-in of each chat that is connected by a webhook. */
export const chats = async () =>
  ({ 'google-chat': await googleChat(), discord: await discord() }) satisfies Record<WebhookProvider, unknown>
