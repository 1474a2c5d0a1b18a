import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Insight } from '#contract/insights.ts'
import { insight } from '#contract/testing/insights.ts'
import { eachOnTheDay, openApp } from '../../testing/app.tsx'

eachOnTheDay()

const listOf = (count: number): Insight[] =>
  Array.from({ length: count }, (_, number) => insight({ id: `i${number}`, note: `メモ ${number}` }))
const begin = (path: string, count = 230) =>
  openApp(path, {
    'GET /activity': { status: 200, body: { entries: [], next: null } },
    'GET /insights/': { status: 200, body: { insights: listOf(count) } },
  })
const rows = () => document.querySelectorAll('tr[id^="insight-"]').length

it('the list shows a hundred insights at first, and focuses the first of each further hundred', async () => {
  await begin('/?page=activity')
  await waitFor(() => expect(rows()).toBe(100))
  await userEvent.click(screen.getByRole('button', { name: 'さらに100件を表示' }))
  expect(rows()).toBe(200)
  expect(document.activeElement?.id).toBe('insight-i100')
  await userEvent.click(screen.getByRole('button', { name: 'さらに30件を表示' }))
  expect(rows()).toBe(230)
  expect(document.activeElement?.id).toBe('insight-i200')
  expect(screen.queryByRole('button', { name: /さらに/u })).toBeNull()
})

it('the button for more insights is hidden if all are shown', async () => {
  await begin('/?page=activity', 100)
  await waitFor(() => expect(rows()).toBe(100))
  expect(screen.queryByRole('button', { name: /さらに/u })).toBeNull()
})

it('a link to an insight shows the insight at any position of the list', async () => {
  await begin('/?page=activity#insight-i155')
  await waitFor(() => expect(document.activeElement?.id).toBe('insight-i155'))
  await userEvent.click(screen.getByRole('button', { name: 'さらに74件を表示' }))
  expect(document.activeElement?.id).toBe('insight-i156')
})

it('a URL with a thread shows its insight at any position of the list', async () => {
  await begin('/?page=activity&thread=i155')
  expect(await screen.findByRole('region', { name: /ふりかえりへのコメント/u })).toBeTruthy()
  expect(rows()).toBe(156)
})
