import { WebClient, type WebClientOptions } from '@slack/web-api'
import type { KnownBlock } from '@slack/types'
import * as z from 'zod/mini'
import { ProviderFailure } from '#server/errors.ts'
import { failureOf, limitedWithoutTime } from './failures.ts'
import { answering, dispensable, scopes } from './manifest.ts'

/** Where Slack's API is. @property signal ends all that is asked of it together */
export type Slack = { apiUrl: string; signal?: AbortSignal }
type App = Slack & {
  clientId: string
  clientSecret: string
  signingSecret?: string | undefined
  appToken?: string | undefined
}

/** `text` is in Slack's mark-up, and the fallback where there are blocks. */
export type SlackMessage = { text: string; blocks?: KnownBlock[] }
/** What a member has granted by installing the app. @property userId theirs, at Slack */
export type Installation = { botToken: string; workspaceId: string; workspace: string; userId: string }

const text = z.nullish(z.string())
/** Of somebody in a workspace what we read; Slack leaves out what a person has not filled in. */
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

const timeLimit = 5_000 // milliseconds for each question
const pageSize = 1_000 // rows; fewer are recommended, but a large workspace has to be read while a browser waits
const pagesMost = 100

// It would write addresses, bodies and what Slack says into the log.
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
      // So that nobody takes it for something that may have arrived.
      if (signal?.aborted) throw new ProviderFailure('Slack', 'away', { cause: 'TimeoutError' })
      const signals = [init?.signal, signal].filter((each) => each instanceof AbortSignal)
      return limitedWithoutTime(await fetch(url, { ...init, signal: AbortSignal.any(signals) }))
    },
  })

/** @param options.once whether it must not be done twice: where nobody knows whether it was, the reason is `uncertain` */
export async function ask<T>(question: () => Promise<T>, { once = false } = {}): Promise<T> {
  try {
    return await question()
  } catch (error) {
    throw failureOf(error, once)
  }
}

/** Slack's page on which a member installs the app into their workspace. */
export function installAddress(app: App, { state, redirectUri }: { state: string; redirectUri: string }): URL {
  const url = new URL('/oauth/v2/authorize', app.apiUrl)
  url.search = String(
    new URLSearchParams({
      client_id: app.clientId,
      scope: [...scopes, ...dispensable, ...(app.signingSecret || app.appToken ? answering : [])].join(','),
      redirect_uri: redirectUri,
      state,
    }),
  )
  return url
}

/** @throws ProviderFailure also where somebody has granted less than was asked */
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
  // An app can be installed into a whole organisation: there is no workspace then.
  if (team === null) throw new ProviderFailure('Slack', 'refused')
  if (!isText(access_token) || !isText(team?.id) || !isText(team.name) || !isText(authed_user?.id))
    throw new ProviderFailure('Slack', 'broken')
  const granted = new Set(isText(scope) ? scope.split(',') : [])
  if (!scopes.every((wanted) => granted.has(wanted))) throw new ProviderFailure('Slack', 'missing_scope')
  return { botToken: access_token, workspaceId: team.id, workspace: team.name, userId: authed_user.id }
}

/** Everybody, bots and those who have left among them. */
export async function listPeople(slack: Slack, botToken: string): Promise<SlackPerson[]> {
  const client = clientOf(slack, botToken)
  return everyPage(pagesMost, async (from) => {
    const { members, response_metadata } = await ask(() => client.users.list(from))
    return { rows: read(z.array(Person), members), next: response_metadata?.next_cursor }
  })
}

/** All of a list, which Slack gives page by page. @param most so many pages */
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
  if (!success) throw new ProviderFailure('Slack', 'broken')
  return data
}

/** @returns the channel to post to */
export async function openDirectMessage(slack: Slack, botToken: string, userId: string): Promise<string> {
  const { channel } = await ask(() => clientOf(slack, botToken).conversations.open({ users: userId }))
  if (!channel?.id) throw new ProviderFailure('Slack', 'broken')
  return channel.id
}

/**
 * @param message.channel its name or its id; for a person what `openDirectMessage` gives
 * @param message.threadTs of the message below which it stands
 * @returns where it stands now: the channel by its id
 */
export async function postMessage(
  slack: Slack,
  botToken: string,
  { channel, text, blocks, threadTs }: SlackMessage & { channel: string; threadTs?: string },
): Promise<{ channel: string; ts: string }> {
  const message = { channel, text, ...(blocks ? { blocks } : {}), unfurl_links: false, unfurl_media: false }
  const answer = await ask(
    () =>
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window's
      clientOf(slack, botToken).chat.postMessage({ ...message, ...(threadTs ? { thread_ts: threadTs } : {}) }),
    { once: true },
  )
  return { channel: answer.channel ?? channel, ts: answer.ts ?? '' }
}

/** What was granted ends. */
export async function revoke(slack: Slack, botToken: string): Promise<void> {
  await ask(() => clientOf(slack, botToken).auth.revoke())
}
