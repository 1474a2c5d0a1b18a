import { afterwards } from './afterwards.ts'
import { startDiscord } from './discord.ts'
import { startGitHub } from './github.ts'
import { startGoogleChat } from './google-chat.ts'
import { startOpenIdProvider } from './openid-provider.ts'
import { startPrism } from './prism.ts'
import { startSlack } from './slack.ts'
import { startTracker } from './tracker.ts'

/** `startOpenIdProvider`, until this test file is done. */
export async function openIdProvider(client: Parameters<typeof startOpenIdProvider>[0]) {
  const provider = await startOpenIdProvider(client)
  afterwards(provider.close)
  return provider
}

/** `startGitHub`, until this test file is done. */
export async function gitHub(options: Parameters<typeof startGitHub>[0]) {
  const provider = await startGitHub(options)
  afterwards(provider.close)
  return provider
}

/** `startTracker`, until this test file is done. */
export async function tracker() {
  const provider = await startTracker()
  afterwards(provider.close)
  return provider
}

/** `startSlack`, until this test file is done. */
export async function slack(options: Parameters<typeof startSlack>[0]) {
  const provider = await startSlack(options)
  afterwards(provider.close)
  return provider
}

/** `startPrism`, until this test file is done. */
export async function prism(file: string) {
  const provider = await startPrism(file)
  afterwards(provider.close)
  return provider
}

/** `startGoogleChat`, until this test file is done. */
export async function googleChat() {
  const provider = await startGoogleChat()
  afterwards(provider.close)
  return provider
}

/** `startDiscord`, until this test file is done. */
export async function discord() {
  const provider = await startDiscord()
  afterwards(provider.close)
  return provider
}
