import { createHash } from 'node:crypto'
import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createEmulator } from 'emulate'
import { valuesOf } from './browser.ts'
import { freePort } from './free-port.ts'
import { listen } from './listen.ts'

export type GitHubPerson = { login: string; name?: string; email?: string }
type Email = { email: string; primary: boolean; verified: boolean }
export const githubClient = { clientId: 'asakai', clientSecret: 'a secret of the stand-in' }

/** Returns the settings for a deployment that uses this GitHub. */
export const gitHubSettings = ({ url }: { url: string }) => ({
  GITHUB_CLIENT_ID: githubClient.clientId,
  GITHUB_CLIENT_SECRET: githubClient.clientSecret,
  GITHUB_URL: url,
  GITHUB_API_URL: url,
})

/**
 * Starts an emulated GitHub. Its sign-in page has a button for each person. A proxy before it adds what the emulator
 * lacks: several emails for each person, the revocation of a grant, and PKCE.
 */
export async function startGitHub({ redirectUris, people }: { redirectUris: string[]; people: GitHubPerson[] }) {
  const emails = new Map<string, Email[]>() // by login
  const refusals: number[] = []
  const revoked: string[] = []
  const challenges = new Map<string, string>() // by the state of a sign-in, then by its code
  const calls: { method: string; path: string; authorization: string | undefined }[] = []

  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url: path = '/', headers } = request
    const { authorization = '' } = headers
    calls.push({ method, path, authorization: headers.authorization })
    const answer = (status: number, body?: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
    if (method === 'DELETE' && path.startsWith('/applications/')) {
      const { access_token } = JSON.parse(await text(request)) as { access_token?: string }
      if (access_token === undefined) return answer(422, {})
      const status = refusals.shift() ?? 204
      if (status === 204) revoked.push(path.split('/').at(-1)!)
      return answer(status)
    }
    if (path === '/user/emails')
      return void emailsOf(authorization).then(
        (list) => answer(200, list),
        () => answer(401, {}),
      )
    const query = new URL(path, url).searchParams
    if (query.has('code_challenge')) challenges.set(query.get('state') ?? '', query.get('code_challenge')!)
    const body = await text(request)
    if (path === '/login/oauth/access_token' && !isOwn(new URLSearchParams(body)))
      return answer(200, { error: 'bad_verification_code' })
    const passed = ask(new URL(path, behind()), { method, headers }, (from) => {
      noteCode(from)
      from.pipe(response.writeHead(from.statusCode!, from.headers))
    })
    passed.on('error', () => response.destroy())
    return passed.end(body)
  }
  const { url, close } = await listen((request, response) => {
    answerTo(request, response).catch(() => response.destroy())
  })
  /** Returns whether the client that exchanges the code has also started the sign-in (PKCE). */
  const isOwn = (form: URLSearchParams) =>
    challenges.get(form.get('code') ?? '') ===
    createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
  const noteCode = ({ headers: { location } }: IncomingMessage) => {
    if (!location) return
    const back = new URL(location, url).searchParams
    challenges.set(back.get('code') ?? '', challenges.get(back.get('state') ?? '') ?? '')
  }
  /** Returns the emails of the token's owner. @throws if the token is unknown */
  const emailsOf = async (authorization: string) => {
    const read = async (path: string) => (await fetch(new URL(path, behind()), { headers: { authorization } })).json()
    const { login } = (await read('/user')) as { login: string }
    return emails.get(login) ?? (await read('/user/emails'))
  }
  const port = await freePort()
  const behind = () => `http://127.0.0.1:${port}`
  const emulator = await createEmulator({
    service: 'github',
    port,
    baseUrl: url,
    seed: {
      github: {
        users: people,
        oauth_apps: [
          {
            client_id: githubClient.clientId,
            client_secret: githubClient.clientSecret,
            name: 'Asakai',
            redirect_uris: redirectUris,
          },
        ],
      },
    },
  })
  return {
    url,
    calls,
    /** The revocations so far: `grant` or `token`. */
    revoked,
    /** The statuses of the next responses to a revocation, instead of 204. */
    refusals,
    /** Sets the response of `GET /user/emails` for a person. */
    setEmails: (login: string, list: Email[]) => emails.set(login, list),
    close: async () => {
      await close()
      await emulator.close()
    },
  }
}

/** Signs in at GitHub without a browser. @returns GitHub's redirect */
export async function signInAtGitHub(
  authUrl: string,
  login: string,
): Promise<{ url: URL; values: Record<string, string> }> {
  const page = await fetch(authUrl)
  const form = (await page.text())
    .split('<form')
    .map(valuesOf)
    .find((values) => values['login'] === login)
  if (!form) throw new Error(`GitHub's page has nobody called ${login}`)
  const answer = await fetch(new URL('/login/oauth/callback', authUrl), {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  const url = new URL(answer.headers.get('location')!)
  return { url, values: Object.fromEntries(url.searchParams) }
}
