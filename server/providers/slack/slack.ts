import { WebClient, type WebClientOptions } from '@slack/web-api'
import type { KnownBlock } from '@slack/types'
import * as z from 'zod/mini'
import { ProviderFailure } from '#server/errors.ts'
import { failureOf, limitedWithoutTime } from './failures.ts'
import { answering, optionalScopes, scopes } from './manifest.ts'

/** The location of Slack's API. @property signal aborts all of its calls */
export type Slack = { apiUrl: string; signal?: AbortSignal }
type App = Slack & {
  clientId: string
  clientSecret: string
  signingSecret?: string | undefined
  appToken?: string | undefined
}

/** `text` is in Slack's markup, and the fallback for blocks. */
export type SlackMessage = { text: string; blocks?: KnownBlock[] }
/** The result of installing the app. @property userId the installing member's id at Slack */
export type Installation = { botToken: string; workspaceId: string; workspace: string; userId: string }

const text = z.nullish(z.string())
/** The fields of a person that we read. Slack omits those that the person has not filled in. */
const Person = z.object({
  id: z.string(),
  name: text,
  real_name: text,
  deleted: z.nullish(z.boolean()),
  is_bot: z.nullish(z.boolean()),
  is_stranger: z.nullish(z.boolean()),
  profile: z.nullish(z.object({ email: text, real_name: text, display_name_normalized: text, image_original: text })),
})
type SlackPerson = z.infer<typeof Person>

const timeLimit = 5_000 // milliseconds for each call
const pageSize = 1_000 // rows; Slack recommends fewer, but a browser waits while a large workspace is read
const maxPages = 100

// Silences the library, which would log addresses, bodies and Slack's responses.
const silent = () => {}
const logger = {
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  setLevel: silent,
  getLevel: () => 'error',
  setName: silent,
} as unknown as NonNullable<WebClientOptions['logger']>

export const clientOf = ({ apiUrl, signal }: Slack, token?: string, headers: Record<string, string> = {}) =>
  new WebClient(token, {
    slackApiUrl: apiUrl,
    allowAbsoluteUrls: false,
    timeout: timeLimit,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger,
    headers,
    fetch: async (url, init) => {
      // Fails before sending, so that the outcome does not count as unknown.
      if (signal?.aborted) throw new ProviderFailure('Slack', 'unavailable', { cause: 'TimeoutError' })
      const signals = [init?.signal, signal].filter((each) => each instanceof AbortSignal)
      return limitedWithoutTime(await fetch(url, { ...init, signal: AbortSignal.any(signals) }))
    },
  })

/**
 * @param options.once whether repeating the request would do harm; if its outcome is then unknown, the reason is
 * `unknown_outcome`
 */
export async function ask<T>(question: () => Promise<T>, { once = false } = {}): Promise<T> {
  try {
    return await question()
  } catch (error) {
    throw failureOf(error, once)
  }
}

/** Returns the Slack page to install the app into a workspace. */
export function installAddress(app: App, { state, redirectUri }: { state: string; redirectUri: string }): URL {
  const url = new URL('/oauth/v2/authorize', app.apiUrl)
  url.search = String(
    new URLSearchParams({
      client_id: app.clientId,
      scope: [...scopes, ...optionalScopes, ...(app.signingSecret || app.appToken ? answering : [])].join(','),
      redirect_uri: redirectUri,
      state,
    }),
  )
  return url
}

/** @throws ProviderFailure also if the grant lacks a required scope */
export async function exchangeCode(
  app: App,
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<Installation> {
  const secret = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')
  const client = clientOf(app, undefined, { Authorization: `Basic ${secret}` })
  const answer = await ask(() => client.apiCall('oauth.v2.access', { code, redirect_uri: redirectUri }))
  const { access_token, scope, team, authed_user } = answer as {
    access_token?: unknown
    scope?: unknown
    team?: { id?: unknown; name?: unknown } | null
    authed_user?: { id?: unknown }
  }
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && !value.includes('\0')
  // An app can be installed into a whole organization; then there is no workspace.
  if (team === null) throw new ProviderFailure('Slack', 'refused')
  if (!isText(access_token) || !isText(team?.id) || !isText(team.name) || !isText(authed_user?.id))
    throw new ProviderFailure('Slack', 'invalid_response')
  const granted = new Set(isText(scope) ? scope.split(',') : [])
  if (!scopes.every((wanted) => granted.has(wanted))) throw new ProviderFailure('Slack', 'missing_scope')
  return { botToken: access_token, workspaceId: team.id, workspace: team.name, userId: authed_user.id }
}

/** Returns all people, including bots and former members. */
export async function listPeople(slack: Slack, botToken: string): Promise<SlackPerson[]> {
  const client = clientOf(slack, botToken)
  return everyPage(maxPages, async (from) => {
    const { members, response_metadata } = await ask(() => client.users.list(from))
    return { rows: read(z.array(Person), members), next: response_metadata?.next_cursor }
  })
}

/** Reads a paginated list. @param most the number of pages */
export async function everyPage<Row>(
  most: number,
  readPage: (from: { limit: number; cursor?: string }) => Promise<{ rows: Row[]; next: string | undefined }>,
): Promise<Row[]> {
  const all: Row[] = []
  let cursor = ''
  for (let page = 0; page < most; page++) {
    const { rows, next = '' } = await readPage({ limit: pageSize, ...(cursor ? { cursor } : {}) })
    all.push(...rows)
    cursor = next
    if (cursor === '') break
  }
  return all
}

export async function findPerson(slack: Slack, botToken: string, id: string): Promise<SlackPerson> {
  const { user } = await ask(() => clientOf(slack, botToken).users.info({ user: id }))
  return read(Person, user)
}

export function read<T extends z.ZodMiniType>(shape: T, answer: unknown): z.infer<T> {
  const { data, success } = shape.safeParse(answer)
  if (!success) throw new ProviderFailure('Slack', 'invalid_response')
  return data
}

/** @returns the id of the direct-message channel */
export async function openDirectMessage(slack: Slack, botToken: string, userId: string): Promise<string> {
  const { channel } = await ask(() => clientOf(slack, botToken).conversations.open({ users: userId }))
  if (!channel?.id) throw new ProviderFailure('Slack', 'invalid_response')
  return channel.id
}

/**
 * Posts a message.
 * @param message.channel the channel's name or id; for a person the result of `openDirectMessage`
 * @param message.threadTs the message to reply to
 * @returns the id of the channel and the timestamp of the message
 */
export async function postMessage(
  slack: Slack,
  botToken: string,
  { channel, text, blocks, threadTs }: SlackMessage & { channel: string; threadTs?: string },
): Promise<{ channel: string; ts: string }> {
  const message = { channel, text, ...(blocks ? { blocks } : {}), unfurl_links: false, unfurl_media: false }
  const answer = await ask(
    () =>
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a method of Slack, not of a window
      clientOf(slack, botToken).chat.postMessage({ ...message, ...(threadTs ? { thread_ts: threadTs } : {}) }),
    { once: true },
  )
  return { channel: answer.channel ?? channel, ts: answer.ts ?? '' }
}

export async function revoke(slack: Slack, botToken: string): Promise<void> {
  await ask(() => clientOf(slack, botToken).auth.revoke())
}
