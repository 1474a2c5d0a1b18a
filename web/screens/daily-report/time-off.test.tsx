import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { button, members, open, today } from '../../testing/daily-report.tsx'
import { standInServer } from '../../testing/server.ts'

const absence = {
  id: '01998d5c-0000-7000-8000-000000000023',
  user_id: 'misaki',
  from: '2026-10-22',
  until: today,
  half: null,
}

/** Opens the popover by the button for wide screens. happy-dom also renders the menu item for small screens. */
const openPopover = async (name = '休みにする') => userEvent.click(await button(name))
const popover = () => screen.findByRole('dialog')
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const inPopover = async (name: string) => within(await popover()).getByRole('button', { name })
const day = async (name: string) => within(await popover()).getByLabelText<HTMLInputElement>(name)
const put = ({ sent }: ReturnType<typeof standInServer>) => sent.filter(({ method }) => method === 'PUT')

it('two presses take a day off, and a third cancels it', async () => {
  const server = standInServer({ members })
  open()
  await openPopover()
  await userEvent.click(await inPopover('休みにする'))
  await gone()
  expect(await screen.findByText('10月23日を全休にしました')).toBeTruthy()
  expect(server.absences).toEqual([{ ...absence, id: expect.any(String), from: today }])
  expect(await button('休みを変更')).toBeTruthy()

  await userEvent.click(await button('元に戻す'))
  await waitFor(() => expect(server.absences).toEqual([]))
  expect(await button('休みにする')).toBeTruthy()
})

it('half a day or a range of days can be taken off', async () => {
  const server = standInServer({ members })
  open()
  await openPopover()
  await userEvent.click(within(await popover()).getByRole('radio', { name: '午後休' }))
  expect(within(await popover()).queryByLabelText('終了日')).toBeNull()
  await userEvent.click(within(await popover()).getByRole('radio', { name: '全休' }))
  fireEvent.change(await day('開始日'), { target: { value: '2026-10-28' } })
  expect((await day('終了日')).value).toBe('2026-10-28')
  fireEvent.change(await day('終了日'), { target: { value: '2026-10-27' } })
  await userEvent.click(await inPopover('休みにする'))
  expect(await screen.findByText('終了日は開始日以降にしてください')).toBeTruthy()
  expect(document.activeElement).toBe(await day('終了日'))

  fireEvent.change(await day('終了日'), { target: { value: '2027-10-29' } })
  await userEvent.click(await inPopover('休みにする'))
  expect(await screen.findByText('366日以内で指定してください')).toBeTruthy()

  await userEvent.click(within(await popover()).getByRole('radio', { name: '午後休' }))
  await userEvent.click(await inPopover('休みにする'))
  expect(await screen.findByText('10月28日を午後休にしました')).toBeTruthy()
  expect(server.absences).toMatchObject([{ from: '2026-10-28', until: '2026-10-28', half: 'afternoon' }])
})

it('a day off that could not be saved is retried with the same id', async () => {
  const server = standInServer({ members })
  let isAway = true
  server.instead = ({ method }) => (isAway && method === 'PUT' ? { status: 503, body: { code: 'busy' } } : undefined)
  open()
  await openPopover()
  await userEvent.click(await inPopover('休みにする'))
  expect(await screen.findByText('休みを登録できませんでした。もう一度お試しください。')).toBeTruthy()
  isAway = false
  await userEvent.click(await inPopover('休みにする'))
  await gone()
  expect(new Set(put(server).map(({ path }) => path)).size).toBe(1)
})

it('days off can be changed or cancelled, and an undo restores the earlier ones', async () => {
  const server = standInServer({ members, absences: [absence] })
  open()
  await openPopover('休みを変更')
  expect([(await day('開始日')).value, (await day('終了日')).value]).toEqual(['2026-10-22', today])
  fireEvent.change(await day('終了日'), { target: { value: '2026-10-26' } })
  await userEvent.click(await inPopover('保存する'))
  expect(await screen.findByText('10/22～10/26を全休にしました')).toBeTruthy()
  expect(server.absences).toEqual([{ ...absence, until: '2026-10-26' }])
  await userEvent.click(await button('元に戻す'))
  await waitFor(() => expect(server.absences).toEqual([absence]))

  await openPopover('休みを変更')
  await userEvent.click(await inPopover('休みを取り消す'))
  expect(await screen.findByText('10/22～10/23の休みを取り消しました')).toBeTruthy()
  expect(server.absences).toEqual([])
  await userEvent.keyboard('z')
  await waitFor(() => expect(server.absences).toEqual([absence]))
})

it('an undo restores the days off that a longer range has replaced', async () => {
  const earlier = { ...absence, from: '2026-10-20', until: '2026-10-22' }
  const server = standInServer({ members, absences: [earlier, { ...earlier, id: 'others', user_id: 'ren' }] })
  open()
  await openPopover()
  fireEvent.change(await day('開始日'), { target: { value: '2026-10-21' } })
  fireEvent.change(await day('終了日'), { target: { value: today } })
  await userEvent.click(await inPopover('休みにする'))
  await screen.findByText('10/21～10/23を全休にしました')
  await userEvent.keyboard('z')
  await waitFor(() => expect(put(server)).toHaveLength(2))
  const [taken, restored] = put(server)
  expect(server.sent.find(({ method }) => method === 'DELETE')?.path).toBe(taken!.path)
  expect([restored!.path, restored!.body]).toEqual([
    `/absences/${earlier.id}`,
    { user_id: 'misaki', from: '2026-10-20', until: '2026-10-22', half: null },
  ])
})

it('days off that could not be cancelled stay, and a message says so', async () => {
  const server = standInServer({ members, absences: [absence] })
  server.instead = ({ method }) => (method === 'DELETE' ? { status: 503, body: { code: 'busy' } } : undefined)
  open()
  await openPopover('休みを変更')
  await userEvent.click(await inPopover('休みを取り消す'))
  expect(await screen.findByText('休みを取り消せませんでした')).toBeTruthy()
  expect(await button('休みを変更')).toBeTruthy()
})
