import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Insight } from '#contract/insights.ts'
import { insight } from '#contract/testing/insights.ts'
import { eachOnTheDay, openApp } from '../testing/app.tsx'

eachOnTheDay()
beforeEach(() => {
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('innerWidth', 1_440)
  vi.stubGlobal('requestIdleCallback', (work: () => void) => untilIdle.push(work))
})
afterEach(() => untilIdle.splice(0))

/** What waits for the browser to have nothing else to do. */
const untilIdle: (() => void)[] = []

const insights: Insight[] = Array.from({ length: 60 }, (_, number) =>
  insight({ id: `i${number}`, note: `メモ ${number}` }),
)
const begin = (path: string) =>
  openApp(path, {
    'GET /activity': { status: 200, body: { entries: [], next: null } },
    'GET /insights/': { status: 200, body: { insights } },
  })
const rows = () => document.querySelectorAll('tr[id^="insight-"]').length

it('draws the insights that a window shows, and all before the browser searches the page', async () => {
  await begin('/?page=activity')
  await waitFor(() => expect(rows()).toBe(7))
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
  expect(rows()).toBe(60)
})

it('draws the rest when the browser has nothing else to do', async () => {
  await begin('/?page=activity')
  await waitFor(() => expect(rows()).toBe(7))
  await waitFor(() => {
    for (const work of untilIdle.splice(0)) work()
    expect(rows()).toBe(60)
  })
})

it('draws all to be printed', async () => {
  await begin('/?page=activity')
  await waitFor(() => expect(rows()).toBe(7))
  window.dispatchEvent(new Event('beforeprint'))
  expect(rows()).toBe(60)
})

it('goes to the insight that a link names, wherever it stands', async () => {
  await begin('/?page=activity#insight-i55')
  await waitFor(() => expect(document.activeElement?.id).toBe('insight-i55'))
})

it('draws the insight whose thread the address names, wherever it stands', async () => {
  await begin('/?page=activity&thread=i55')
  expect(await screen.findByRole('region', { name: /ふりかえりへのコメント/u })).toBeTruthy()
  expect(rows()).toBe(60)
})
