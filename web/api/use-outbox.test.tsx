import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { outboxOf, readOutbox, sendNow, setRefused } from '../storage/outbox.ts'
import { ApiError, AuthenticationFailed } from './errors.ts'
import type { Sender } from './send-outbox.ts'
import { useOutbox } from './use-outbox.ts'

type Work = { to: string; text: string }
const notes = outboxOf<Work>(
  'answers',
  (work) => typeof work?.text === 'string',
  ({ to }) => to,
)
const user = 'Misaki'
const refusal = (status: number, code?: string, retryAfterMs?: number) =>
  new ApiError(status, '', { code, message: 'Because.' } as ConstructorParameters<typeof ApiError>[2], retryAfterMs)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Sends through the outbox. `answer` throws the server's error for a text. */
function open(answer: (text: string) => void = () => undefined, keeps: 'keep' | 'forget' = 'keep') {
  const sent: string[] = []
  const sender: Sender<Work> = {
    kind: 'answers',
    send: async ({ text }) => {
      sent.push(text)
      answer(text)
    },
    sent: () => undefined,
    refused: () => keeps,
  }
  const { unmount } = renderHook(() => useOutbox(user, [sender]))
  return { sent, unmount }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const texts = () => notes.among(readOutbox(user)).map(({ work }) => work.text)
const add = (text: string, to = 'report') => act(() => void notes.add(user, { to, text }))

it('the outbox sends its entries in order, once each', async () => {
  add('first')
  add('second')
  const { sent } = open()
  await pass(1_000)
  expect(sent).toEqual(['first', 'second'])
  expect(readOutbox(user)).toEqual([])
})

it('the outbox sends both of two equal entries', async () => {
  add('same')
  add('same')
  const { sent } = open()
  await pass(1_000)
  expect(sent).toEqual(['same', 'same'])
})

it('the outbox sends its entries at once if the member requests this during a delay', async () => {
  let isAway = true
  add('first')
  const { sent } = open(() => {
    if (isAway) throw new TypeError('Failed to fetch')
  })
  await pass(40_000)
  const before = sent.length
  isAway = false
  act(sendNow)
  await pass(1_000)
  expect(sent).toHaveLength(before + 1)
  expect(readOutbox(user)).toEqual([])
  await pass(300_000)
  expect(sent).toHaveLength(before + 1)
})

it('the outbox retries with a growing delay while the server does not respond', async () => {
  let isAway = true
  add('first')
  const { sent } = open(() => {
    if (isAway) throw new TypeError('Failed to fetch')
  })
  const triesAt: number[] = []
  for (let seconds = 0; seconds < 60; seconds += 1) {
    const before = sent.length
    await pass(1_000)
    if (sent.length > before) triesAt.push(seconds)
  }
  const gaps = triesAt.slice(1).map((at, index) => at - triesAt[index]!)
  expect(gaps.length).toBeGreaterThan(2)
  expect(gaps.every((gap, index) => index === 0 || gap > gaps[index - 1]!)).toBe(true)
  expect(texts()).toEqual(['first'])
  isAway = false
  await pass(120_000)
  expect(readOutbox(user)).toEqual([])
})

it.each([
  ['a server error', refusal(500)],
  ['a rate limit', refusal(429)],
  ['a write that is still running', refusal(409, 'in_progress')],
])('%s delays only the entries of the same lane in the outbox', async (_, error) => {
  let isBroken = true
  add('one', 'a')
  add('two', 'a')
  add('three', 'b')
  const { sent } = open((text) => {
    if (text === 'one' && isBroken) throw error
  })
  await pass(1_000)
  expect(sent.slice(0, 2)).toEqual(['one', 'three'])
  expect(texts()).toEqual(['one', 'two'])
  isBroken = false
  await pass(30_000)
  expect(sent.slice(-2)).toEqual(['one', 'two'])
  expect(readOutbox(user)).toEqual([])
})

it.each([400, 403, 404, 409, 413])(
  'an entry that the server rejects with %d stays in the outbox until it is retried',
  async (status) => {
    let isRefusing = true
    add('first', 'a')
    add('second', 'a')
    const { sent } = open((text) => {
      if (text === 'first' && isRefusing) throw refusal(status, status === 404 ? 'not_found' : undefined)
    })
    await pass(1_000)
    expect(texts()).toEqual(['first'])
    expect(readOutbox(user)[0]?.refused).toEqual({ reason: 'Because.', isGone: status === 404 })
    await pass(600_000)
    expect(sent).toEqual(['first', 'second'])
    isRefusing = false
    act(() => setRefused(user, readOutbox(user)[0]!.id, undefined))
    await pass(1_000)
    expect(sent).toEqual(['first', 'second', 'first'])
    expect(readOutbox(user)).toEqual([])
  },
)

it.each([
  ['a rate limit', refusal(429), ['a']],
  ['an unreachable server', new TypeError('Failed to fetch'), ['a', 'b']],
])('the retry delay after %s does not change when other entries are added and sent', async (_, error, held) => {
  add('first', 'a')
  const { sent } = open((text) => {
    if (text === 'first' || held.includes('b')) throw error
  })
  // The delay is 64 seconds or more by now.
  await pass(70_000)
  const before = sent.length
  for (let count = 0; count < 10; count += 1) {
    add(`other ${count}`, 'b')
    await pass(1_000)
  }
  expect(sent.filter((text) => text === 'first').length).toBe(before)
  expect(sent.length - before).toBe(held.includes('b') ? 0 : 10)
})

it('the outbox waits as long as the server requests, even if the member asks to send', async () => {
  let isLimited = true
  add('first')
  const { sent } = open(() => {
    if (isLimited) throw refusal(429, 'too_many_calls', 60_000)
  })
  await pass(50_000)
  act(sendNow)
  await pass(5_000)
  expect(sent).toEqual(['first'])
  isLimited = false
  await pass(10_000)
  expect(sent).toEqual(['first', 'first'])
  expect(readOutbox(user)).toEqual([])
})

it("the outbox removes a rejected entry if the sender returns 'forget'", async () => {
  add('first')
  open(() => {
    throw refusal(400)
  }, 'forget')
  await pass(1_000)
  expect(readOutbox(user)).toEqual([])
})

it('the outbox keeps all entries after the session has ended', async () => {
  add('first')
  add('second')
  const { sent } = open(() => {
    throw new AuthenticationFailed()
  })
  await pass(60_000)
  expect(sent).toEqual(['first'])
  expect(texts()).toEqual(['first', 'second'])
})

// Browsers have no `navigator.locks` without https.
it('a tab waits while another one holds the outbox lock, and sends after the lock expires', async () => {
  localStorage.setItem('asakai_outbox_sender_lock', JSON.stringify({ tab: 'other', until: Date.now() + 5_000 }))
  add('first')
  const { sent } = open()
  await pass(4_000)
  expect(sent).toEqual([])
  await pass(3_000)
  expect(sent).toEqual(['first'])
  vi.useRealTimers()
  await waitFor(() => expect(localStorage.getItem('asakai_outbox_sender_lock')).toBeNull())
})
