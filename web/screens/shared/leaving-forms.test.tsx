import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, eachOnTheDay, me, openApp } from '../../testing/app.tsx'

eachOnTheDay()

// Lists the forms that store their text: how to open each form, and its field (E5.15).

const ok = (body: unknown) => ({ status: 200, body })
const user = { ...me, is_admin: true, has_password: true, team: { ...me.team, month_approval: true } }
const month = {
  month: '2026-10',
  user_id: me.id,
  user_name: '佐伯',
  state: 'open',
  revision: 1,
  events: [],
  reports: [],
}
const answers: Answers = {
  'GET /users/me': ok(user),
  'GET /users/': ok([user]),
  'GET /invitations/': ok([]),
  'GET /sessions': ok({ sessions: [] }),
  'GET /tokens': ok({ tokens: [] }),
  'GET /insights/': ok({ insights: [], total: 0 }),
  'GET /monthly-reports/achievement/my': ok([]),
  'GET /months/2026-10': ok(month),
  'GET /passkeys': ok({
    passkeys: [{ id: 'finger', name: '指紋', created_at: '2026-07-01T09:00:00+09:00', used_at: null }],
    only_way_in: false,
  }),
}

const press = (name: RegExp) => async (typist: UserEvent) => {
  const buttons = await screen.findAllByRole('button', { name })
  await typist.click(buttons[0]!)
}
const connect = async (typist: UserEvent) => {
  await press(/課題管理ツールに接続/u)(typist)
  await typist.click(await screen.findByRole('option', { name: /^Backlog/u }))
}

const forms: readonly (readonly [string, string, (typist: UserEvent) => Promise<unknown>, string])[] = [
  ['report', '/', press(/^日報を書く/u), 'today_plan'],
  ['insight', '/?page=activity', press(/^ふりかえりを書く/u), 'note'],
  ['profile', '/settings?tab=user-info', press(/^プロフィールを編集/u), 'preferred_name'],
  ['frequent tasks', '/settings?tab=frequent-tasks', press(/登録/u), 'task_list'],
  ['invitations', '/team?tab=pending', press(/^メンバーを招待/u), 'email'],
  ['name of a passkey', '/settings?tab=access', press(/^指紋の名前を変える/u), 'name'],
  ['access token', '/settings?tab=access', press(/^発行する/u), 'name'],
  ['holiday', '/team?tab=calendar', press(/^祝日を追加/u), 'name'],
  ['note to a month', '/?page=monthly-report', press(/^提出する/u), 'note'],
  ['connection', '/settings', connect, 'space'],
]

test.each(forms)(
  'Esc keeps the typed text of a form, and Cancel discards it with an undo: %s',
  async (_, path, open, name) => {
    const { user: typist } = await openApp(path, answers)
    const fields = () => document.querySelectorAll<HTMLInputElement>(`form [name="${name}"]`)
    const field = () => waitFor(() => expect(fields()).toHaveLength(1)).then(() => fields()[0]!)
    const gone = () => waitFor(() => expect(fields()).toHaveLength(0))
    const write = async (value: string) => void fireEvent.change(await field(), { target: { value } })
    const escape = async () => {
      fireEvent.keyDown(await field(), { key: 'Escape' })
      const dialog = fields()[0]?.closest('dialog')
      if (dialog) fireEvent(dialog, new Event('cancel', { cancelable: true }))
      await gone()
    }
    const cancel = async () => {
      await press(/^キャンセル/u)(typist)
      await gone()
    }

    await open(typist)
    await write('残る言葉')
    await escape()
    await open(typist)
    expect((await field()).value).toBe('残る言葉')
    expect(await screen.findByText('書きかけの下書きを表示しています')).toBeTruthy()

    await cancel()
    await press(/^(?:元に戻す|編集に戻る)/u)(typist)
    if (fields().length === 0) await open(typist)
    expect((await field()).value).toBe('残る言葉')

    await cancel()
    await open(typist)
    expect((await field()).value).not.toBe('残る言葉')
    expect(screen.queryByText('書きかけの下書きを表示しています')).toBeNull()
  },
)
