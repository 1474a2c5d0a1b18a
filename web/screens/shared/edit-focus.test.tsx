import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, eachOnTheDay, me, openApp } from '../../testing/app.tsx'
import { report } from '../../testing/server.ts'

eachOnTheDay()

// Lists the forms that replace a text: how to open each form, its field, and the text in the field.

const ok = (body: unknown) => ({ status: 200, body })
const user = { ...me, is_admin: true, has_password: true }
const of = { user_id: me.id, user_name: '佐伯 美咲' }
const filed = { ...report({ id: 'report', ...of, today_plan: '一行目\n二行目' }), comments: 1 }
const comment = { id: 'comment', ...of, body: '一行目\n二行目', created_at: '2026-10-23T09:14:00+09:00' }
const insight = { id: 'insight', ...of, type: 'keep', note: '一行目\n二行目', created_at: '2026-10-23T09:00:00+09:00' }
const answers: Answers = {
  'GET /users/me': ok(user),
  'GET /users/': ok([user]),
  'GET /sessions': ok({ sessions: [] }),
  'GET /tokens': ok({ tokens: [] }),
  'GET /frequent_tasks': ok({ id: 'tasks', task_list: '一行目\n二行目', usage: [] }),
  'GET /daily-reports': ok({ reports: [filed], total: 1 }),
  'GET /daily-reports/report/comments': ok({ comments: [{ ...comment, edited: false, mentions: [] }] }),
  'GET /insights/': ok({
    insights: [{ ...insight, likes: 0, liked: false, comments: 0, edited: false, status: null }],
    total: 1,
  }),
  'GET /holidays': ok({ holidays: [{ date: '2026-11-03', name: '文化の日', added_automatically: false }] }),
  'GET /calendar': { status: 404 },
  'GET /passkeys': ok({
    passkeys: [{ id: 'finger', name: '指紋', created_at: '2026-07-01T09:00:00+09:00', used_at: null }],
    only_way_in: false,
  }),
}

const press = (name: RegExp) => async (typist: UserEvent) => {
  const enabled = () => screen.getAllByRole<HTMLButtonElement>('button', { name }).find(({ disabled }) => !disabled)
  await waitFor(() => expect(enabled()).toBeDefined())
  await typist.click(enabled()!)
}
const choose = (menu: RegExp) => async (typist: UserEvent) => {
  await press(menu)(typist)
  await typist.click((await screen.findAllByRole('menuitem', { name: '編集', hidden: true }))[0]!)
}

const edits: readonly (readonly [string, string, (typist: UserEvent) => Promise<unknown>, string])[] = [
  ['comment', '/?thread=report', choose(/^コメントの操作/u), comment.body],
  ['insight', '/?page=activity', choose(/^自分のふりかえりの操作/u), insight.note],
  ['report', '/', press(/^自分の日報を編集/u), filed.today_plan],
  ['frequent tasks', '/settings?tab=frequent-tasks', press(/^よくやるタスクを編集/u), '一行目\n二行目'],
  ['profile', '/settings?tab=user-info', press(/^プロフィールを編集/u), '佐伯'],
  ['name of a passkey', '/settings?tab=access', press(/^指紋の名前を変える/u), '指紋'],
  ['holiday', '/team?tab=calendar', press(/^文化の日を編集/u), '文化の日'],
]

/** Returns the focused field. `isReady`: whether typing continues the text, or replaces it in a one-line field. */
const focused = () => {
  const field = document.activeElement as HTMLTextAreaElement
  const { value, selectionStart, selectionEnd } = field
  const isWhole = field.matches('input') || selectionStart === value?.length
  return { value, isReady: isWhole && selectionEnd === value.length }
}

test.each(edits)('opening an edit puts the caret behind the text: %s', async (_, path, open, value) => {
  const { user: typist } = await openApp(path, answers)
  await open(typist)
  await waitFor(() => expect(focused()).toEqual({ value, isReady: true }))
})

const reopened = edits.filter(([name]) => !['insight', 'report'].includes(name))

test.each(reopened)(
  'returning to a cancelled edit puts the caret behind the text: %s',
  async (_, path, open, value) => {
    const { user: typist } = await openApp(path, answers)
    await open(typist)
    await waitFor(() => expect(focused().value).toBe(value))
    fireEvent.change(document.activeElement!, { target: { value: '残る言葉' } })
    await press(/^キャンセル/u)(typist)
    await press(/^編集に戻る/u)(typist)
    await waitFor(() => expect(focused()).toEqual({ value: '残る言葉', isReady: true }))
  },
)
