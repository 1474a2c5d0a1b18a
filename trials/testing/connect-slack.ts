import type { Member } from '../../e2e/members.ts'
import { installAtSlack } from '#server/testing/slack.ts'

/** Connects Slack as the settings screen does, in a tab with cookies. */
export async function connectSlack(address: string, { tokens }: Member) {
  const jar = new Map<string, string>()
  const visit = async (path: string, more: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${address}/api${path}`, {
      redirect: 'manual',
      ...more,
      headers: { cookie, authorization: `Bearer ${tokens.access_token}` },
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/u.exec(set)!
      jar.set(name!, value!)
    }
    return answer
  }
  await visit('/connections/slack/ticket', { method: 'POST' })
  const away = await visit('/auth/slack')
  const back = await installAtSlack(away.headers.get('location')!, 'saeki')
  const page = await visit(`/auth/slack/callback?${new URLSearchParams(back).toString()}`)
  if (page.status !== 200) throw new Error(`Slack could not be connected: ${page.status}.`)
}
