import { request as ask } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pass } from 'node:timers/promises'
import { createEmulator } from 'emulate'
import { valuesOf } from './browser.ts'
import { answerWith, type Fault } from './fault.ts'
import { freePort } from './free-port.ts'
import { listen } from './listen.ts'
import { refusalOf } from './slack-limits.ts'

/** @param name unique; shown on a button of the sign-in page */
type SlackPerson = { name: string; real_name?: string; email?: string }
type Sent = Record<string, string>
export const slackClient = { clientId: 'asakai', clientSecret: 'a secret of the stand-in' }

/**
 * Starts an emulated Slack that checks scopes, with the workspace `workspace` and the channels `general` and `reports`.
 * Its sign-in page has a button for each person. A proxy before it records calls and simulates rare responses.
 */
export async function startSlack({
  redirectUris,
  people,
  workspace = '日の出システム',
}: {
  redirectUris: string[]
  people: SlackPerson[]
  workspace?: string
}) {
  const calls: { method: string; sent: Sent; authorization: string | undefined }[] = []
  const faults = new Map<string, Fault | ((sent: Sent) => Fault)>()
  const refusals: string[] = []
  let delay = 0
  // The methods that the emulator lacks.
  const lacking = new Map<string, Fault>([['auth.revoke', { body: { ok: true, revoked: true } }]])

  const { url, close } = await listen((request, response) => {
    void (async () => {
      const body = await text(request)
      const { method = 'GET', url: path = '/', headers } = request
      const name = path.replace(/^\/api\//u, '')
      const sent = Object.fromEntries(new URLSearchParams(body))
      if (name !== path) calls.push({ method: name, sent, authorization: headers.authorization })
      await pass(delay)
      const fault = faults.get(name) ?? lacking.get(name)
      if (fault) return answerWith(response, typeof fault === 'function' ? fault(sent) : fault)
      const refusal = refusalOf(name, sent)
      if (refusal !== undefined) {
        refusals.push(refusal)
        return answerWith(response, { body: { ok: false, error: 'invalid_arguments' } })
      }
      const passed = ask(new URL(path, `http://127.0.0.1:${port}`), { method, headers }, (from) =>
        from.pipe(response.writeHead(from.statusCode!, from.headers)),
      )
      passed.on('error', () => response.destroy()).end(body)
    })()
  })
  const port = await freePort()
  const emulator = await createEmulator({
    service: 'slack',
    port,
    baseUrl: url,
    seed: {
      slack: {
        team: { name: workspace, domain: 'hinode' },
        users: people,
        channels: [{ name: 'general' }, { name: 'reports' }],
        oauth_apps: [
          {
            client_id: slackClient.clientId,
            client_secret: slackClient.clientSecret,
            name: 'Asakai',
            redirect_uris: redirectUris,
          },
        ],
        strict_scopes: true,
      },
    },
  })
  return {
    apiUrl: `${url}/api`,
    calls,
    /** The calls that violate Slack's types or limits. */
    refusals,
    sent: (method: string) => calls.filter((call) => call.method === method).map(({ sent }) => sent),
    /** Sets the response of a method; undefined restores the emulator's own. */
    setFault: (method: string, fault: Fault | ((sent: Sent) => Fault) | undefined) =>
      fault ? faults.set(method, fault) : faults.delete(method),
    /** Sets the delay of every response. */
    setDelay: (milliseconds: number) => {
      delay = milliseconds
    },
    /** Clears all calls, refusals, faults and the delay. */
    reset: () => {
      delay = 0
      calls.length = 0
      refusals.length = 0
      faults.clear()
    },
    close: async () => {
      await close()
      await emulator.close()
    },
  }
}

/** Installs the app at Slack without a browser. @returns the parameters of Slack's redirect */
export async function installAtSlack(address: string | URL, name: string): Promise<Record<string, string>> {
  const page = await (await fetch(address)).text()
  const form = page.split('<form').find((part) => part.includes(`<span class="user-login">${name}</span>`))
  if (!form) throw new Error(`Slack's page has nobody called ${name}`)
  const answer = await fetch(new URL('/oauth/v2/authorize/callback', address), {
    method: 'POST',
    body: new URLSearchParams(valuesOf(form)),
    redirect: 'manual',
  })
  return Object.fromEntries(new URL(answer.headers.get('location')!).searchParams)
}
