import { afterwards } from './afterwards.ts'
import { startGitHub } from './github.ts'
import { startOpenIdProvider } from './openid-provider.ts'

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
