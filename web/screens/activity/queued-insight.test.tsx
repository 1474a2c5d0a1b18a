import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { InsightDraft } from '#contract/insights.ts'
import { insight as insightOf } from '#contract/testing/insights.ts'
import { insightsToSend } from '../../features/insights/queued.ts'
import { readOutbox, sendNow } from '../../storage/outbox.ts'
import { eachOnTheDay, me, openApp, tokenFor } from '../../testing/app.tsx'

eachOnTheDay()

/** Opens an insight for a second edit. The first edit is in the outbox, because the server is unreachable. */
async function openQueued() {
  localStorage.setItem('daily_standup_token', tokenFor(3_600, 'token', me.id))
  const before = { type: 'try', note: '初めの言葉' } as const
  insightsToSend.add(me.id, { id: 'i1', type: 'try', note: '直した言葉', isNew: false, before })
  let there: InsightDraft = before
  let isAway = true
  const app = await openApp('/?page=activity', {
    'GET /activity': { status: 200, body: { entries: [], next: null } },
    'GET /insights/': () => ({ status: 200, body: { insights: [insightOf({ ...there, id: 'i1', user_id: me.id })] } }),
    'PUT /insights/i1': ({ body }) => {
      if (isAway) return { status: 503 }
      const { before: base, ...change } = body as InsightDraft & { before: InsightDraft }
      if (base.note !== there.note) return { status: 409, body: { code: 'changed_elsewhere' } }
      there = change
      return { status: 200, body: {} }
    },
  })
  const table = within(await screen.findByRole('table', { name: 'ふりかえり' }))
  await app.user.click(table.getByRole('menuitem', { name: '編集', hidden: true }))
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^内容/u })
  const reconnect = () => {
    isAway = false
    act(sendNow)
  }
  return { ...app, note, reconnect, words: () => there.note }
}

it('an unsent change of an insight can be edited before it is sent', async () => {
  const { user, note, reconnect, words } = await openQueued()
  expect(note.value).toBe('直した言葉')
  await user.type(note, 'と続き')
  await user.click(screen.getByRole('button', { name: '更新する' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^内容/u })).toBeNull())
  expect(screen.getByText('直した言葉と続き')).toBeTruthy()
  expect(screen.queryByText('直した言葉')).toBeNull()
  reconnect()
  await waitFor(() => expect(readOutbox(me.id)).toEqual([]))
  expect(words()).toBe('直した言葉と続き')
})

it('an unsent change of an insight is sent as submitted if a later edit is abandoned', async () => {
  const { user, note, reconnect, words } = await openQueued()
  await user.type(note, 'と続き')
  await user.click(screen.getByRole('button', { name: '閉じる' }))
  reconnect()
  await waitFor(() => expect(readOutbox(me.id)).toEqual([]))
  expect(words()).toBe('直した言葉')
})
