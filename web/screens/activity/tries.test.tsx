import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Insight } from '#contract/insights.ts'
import { insight } from '#contract/testing/insights.ts'
import { eachOnTheDay, me, openApp } from '../../testing/app.tsx'

type Its = NonNullable<Insight['try']>
const nobodys: Its = { owner_id: null, owner_name: null, outcome: null, returns_on: '2026-11-06' }

/** Opens the week with a Try, on a server that stores its owner and outcome. */
async function open(its: Partial<Its> = {}) {
  let now: Its = { ...nobodys, ...its }
  const current = () => insight({ id: 'try', type: 'try', note: '紙で試す', try: now })
  const week = { from: '2026-10-19', until: '2026-10-23', closed: false, reports: 0, days: [], blockers: [] }
  const app = await openApp('/week', {
    'GET /week': () => ({ status: 200, body: { ...week, insights: [current()] } }),
    'PATCH /insights/try/try': ({ body }) => {
      const { outcome, owner_id } = body as { outcome?: Its['outcome'] | 'again'; owner_id?: string | null }
      if (owner_id !== undefined) now = { ...now, owner_id, owner_name: owner_id && '佐伯 美咲' }
      if (outcome === 'again') now = { ...now, returns_on: '2026-11-06' }
      else if (outcome !== undefined) now = { ...now, outcome }
      return { status: 200, body: current() }
    },
  })
  const life = within(await screen.findByRole('group', { name: 'このTry' }))
  const press = async (name: string) => app.user.click(await life.findByRole('button', { name }))
  return { ...app, life, press }
}

eachOnTheDay()
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

it('a member becomes the owner of a Try, and gives it up again', async () => {
  const { life, press } = await open()
  life.getByText('11/6に見直します')
  expect(life.queryByRole('button', { name: '続ける' })).toBeNull()
  await press('担当する')
  await life.findByText('自分が担当 · 11/6に見直します')
  await press('担当をやめる')
  await life.findByText('11/6に見直します')
})

it('a member can decide on a Try on its review day, and undo the decision', async () => {
  const { life, press, sent, user } = await open({ owner_id: 'ren', owner_name: '早川 蓮', returns_on: '2026-10-23' })
  life.getByText('早川 蓮さんが担当 · 見直す日です')
  await press('続ける')
  await life.findByText('早川 蓮さんが担当 · 続けています')
  await screen.findByText('見直しを記録しました')
  await user.click(screen.getAllByRole('button', { name: '元に戻す' }).at(-1)!)
  await life.findByText('早川 蓮さんが担当 · 見直す日です')
  await press('もう2週間')
  await life.findByText('早川 蓮さんが担当 · 11/6に見直します')
  expect(sent.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body)).toEqual([
    { outcome: 'kept' },
    { outcome: null },
    { outcome: 'again' },
  ])
})

it('a Try whose owner has my id is shown as mine', async () => {
  const { life } = await open({ owner_id: me.id, owner_name: '佐伯 美咲', outcome: 'dropped' })
  life.getByText('自分が担当 · やめました')
})
