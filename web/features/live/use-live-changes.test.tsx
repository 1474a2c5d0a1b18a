import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ChangeKind } from '#contract/event-names.ts'
import { useLiveChanges } from './use-live-changes.ts'

const key = ['reports', 'day', '2026-10-23']
let streams: ReadableStreamDefaultController<Uint8Array>[] = []
let reads = 0
/** Lets the first stream begin. */
let answer = () => {}

const encoded = (text: string) => new TextEncoder().encode(text)
const say = (text: string) => act(async () => streams.at(-1)!.enqueue(encoded(text)))

function Page() {
  useLiveChanges()
  const { data } = useQuery({ queryKey: key, queryFn: () => Promise.resolve(++reads), staleTime: Infinity })
  return <p>read {data}</p>
}

async function open() {
  const queries = new QueryClient()
  render(
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>,
  )
  await screen.findByText('read 1')
  const readAt = Date.now()
  await waitFor(() => expect(Date.now()).toBeGreaterThan(readAt))
  answer()
  // Data that was fetched before the stream began may be stale, so the page fetches it again.
  await screen.findByText('read 2')
  return queries
}

function look(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  streams = []
  reads = 0
  const claims = btoa(JSON.stringify({ exp: 4_000_000_000 }))
  localStorage.setItem('daily_standup_token', `e30.${claims}.signature`)
  const first = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', async (_address: string, { signal }: RequestInit) => {
    await first
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push(controller)
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
})

it('a change refetches only the queries that the change affects', async () => {
  await open()
  await say('event: change\ndata: {"kind":"invitation"}\n\n')
  await say('event: change\ndata: {"kind":"rep')
  expect(reads).toBe(2)
  await say('ort"}\n\n')
  await screen.findByText('read 3')
})

it.each<[ChangeKind, string[]]>([
  ['report', ['reports', 'dashboard', 'activity', 'monthly-reports']],
  ['insight', ['dashboard', 'activity', 'insights']],
  ['like', ['insights']],
  ['member', ['reports', 'dashboard', 'activity', 'insights', 'members']],
  ['invitation', ['invitations']],
  ['blocker', ['beginning']],
])('a %s event refetches the queries %j', async (kind, concerned) => {
  const queries = await open()
  const nouns = [
    'reports',
    'dashboard',
    'activity',
    'insights',
    'monthly-reports',
    'members',
    'invitations',
    'teams',
    'beginning',
  ]
  for (const noun of nouns) queries.setQueryData([noun, 'of a test'], 'kept')
  await say(`event: change\ndata: {"kind":"${kind}"}\n\n`)
  const stale = () => nouns.filter((noun) => queries.getQueryState([noun, 'of a test'])!.isInvalidated)
  await waitFor(() => expect(stale()).not.toEqual([]))
  expect(stale().sort()).toEqual(concerned.sort())
})

it.each<ChangeKind>(['read', 'comment', 'reaction'])(
  'a %s event refetches only the reports of the day',
  async (kind) => {
    const queries = await open()
    const others = ['days', 'latest'].map((what) => ['reports', what])
    for (const other of others) queries.setQueryData(other, 'kept')
    await say(`event: change\ndata: {"kind":"${kind}"}\n\n`)
    await screen.findByText('read 3')
    expect(others.map((other) => queries.getQueryState(other)!.isInvalidated)).toEqual([false, false])
  },
)

it('a gap event refetches all queries', async () => {
  await open()
  await say('event: gap\ndata: {}\n\n')
  await screen.findByText('read 3')
})

it('the page reconnects after the stream of changes has ended, and refetches all queries', async () => {
  await open()
  await act(async () => streams[0]!.close())
  await waitFor(() => expect(streams).toHaveLength(2), { timeout: 3_000 })
  await screen.findByText('read 3')
})

it('a hidden page closes the stream of changes, and refetches when it is visible again', async () => {
  await open()
  act(() => look('hidden'))
  await expect(async () => streams[0]!.enqueue(encoded(':\n\n'))).rejects.toThrow()
  act(() => look('visible'))
  await waitFor(() => expect(streams).toHaveLength(2))
  await screen.findByText('read 3')
})
