import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { member } from '#contract/testing/members.ts'
import { type Answers, eachOnTheDay, me } from '../testing/app.tsx'
import { button, open } from '../testing/team.ts'

eachOnTheDay()

const toru = member('toru', '小野寺', '徹')
const yui = member('yui', '高木', '結', { working_days: [1, 2, 3, 4] })
const away = (user_id: string, from: string, until = from, half: string | null = null) => ({
  id: `${user_id} ${from}`,
  user_id,
  from,
  until,
  half,
})
const absences = [away('toru', '2026-10-23', '2026-10-26'), away('yui', '2026-10-01', '2026-10-01', 'afternoon')]
const holidays = [
  { date: '2026-10-12', name: 'スポーツの日' },
  { date: '2026-11-03', name: '文化の日' },
  { date: '2027-01-01', name: '元日' },
]
const openCalendar = (answers: Answers = {}, query = '') =>
  open(
    {
      'GET /users/': { status: 200, body: [me, toru, yui] },
      'GET /absences': { status: 200, body: { absences } },
      'GET /holidays': { status: 200, body: { holidays } },
      ...answers,
    },
    `?tab=calendar${query}`,
  )
// By their labels: roles are slow to be found among a thousand cells.
const grid = (month = '2026年10月') => screen.findByLabelText(`${month}の休み`)
const cell = (name: string) => screen.findByLabelText(name)

describe('the grid', () => {
  it('reads out who is away when, holidays, and days without a report', async () => {
    await openCalendar()
    const names = [
      '小野寺 徹、10/23～10/26、全休',
      '高木 結、10月1日 木曜日、午後休',
      '高木 結、10月2日 金曜日、提出のない日',
      '佐伯 美咲、10月12日 月曜日、スポーツの日',
    ]
    for (const name of names) await screen.findAllByLabelText(name)
    const today = within(await grid()).getByLabelText('2026年10月23日金曜日')
    expect(today.getAttribute('aria-current')).toBe('date')
  })

  it('is walked through with the arrow keys, from today on, and turned by PageUp and PageDown', async () => {
    const { user, sent } = await openCalendar()
    await cell('小野寺 徹、10月22日 木曜日')
    within(await grid())
      .getByRole('gridcell', { name: '佐伯 美咲、10月23日 金曜日' })
      .focus()
    const focused = () => document.activeElement?.getAttribute('aria-label')
    await user.keyboard('{ArrowDown}{ArrowLeft}')
    expect(focused()).toBe('高木 結、10月22日 木曜日')
    await user.keyboard('{ArrowUp}{Home}{ArrowLeft}')
    expect(focused()).toBe('佐伯 美咲、10月1日 木曜日')
    await user.keyboard('{End}{PageUp}')
    expect(focused()).toBe('佐伯 美咲、9月30日 水曜日')
    expect(window.location.search).toBe('?tab=calendar&month=2026-09')
    await user.keyboard('{PageDown}{PageDown}')
    expect(await grid('2026年11月')).toBeTruthy()
    expect(focused()).toBe('佐伯 美咲、11月30日 月曜日')
    await waitFor(() =>
      expect(
        sent.filter(({ call, query }) => call === 'GET /absences' && query.get('until') === '2026-11-30'),
      ).toHaveLength(1),
    )
    await user.click(await button('今月'))
    expect(window.location.search).toBe('?tab=calendar')
  })

  it('opens at the month of the address, and at this one where that is none', async () => {
    await openCalendar({}, '&month=2026-02')
    expect(await grid('2026年2月')).toBeTruthy()
  })
  it('takes no month that is none', async () => {
    await openCalendar({}, '&month=2026-13')
    expect(await grid()).toBeTruthy()
  })

  it('folds away who is there all month in a team of more than thirty, and is narrowed by a search', async () => {
    const others = Array.from({ length: 28 }, (_, index) => member(`m${index}`, '青木', `大輔${index}`))
    const { user } = await openCalendar({ 'GET /users/': { status: 200, body: [me, toru, yui, ...others] } })
    const names = async () => (await grid()).querySelectorAll('tbody th').length
    await cell('小野寺 徹、10月22日 木曜日')
    await waitFor(async () => expect(await names()).toBe(3))
    await user.click(await button('10月に休みのない 28人を表示'))
    expect(await names()).toBe(31)
    await user.type(screen.getByRole('searchbox', { name: '名前で探す' }), '小野寺')
    await waitFor(async () => expect(await names()).toBe(1))
    expect(within(screen.getByRole('list', { name: '日ごとの休み' })).queryByText('高木 結')).toBeNull()
  })
})

describe('days off', () => {
  const dialog = () => screen.getByRole('dialog')
  it('are taken from a cell of one’s own and from the button, those of others only read', async () => {
    const { user } = await openCalendar()
    ;(await cell('佐伯 美咲、10月22日 木曜日')).focus()
    await user.keyboard('{Enter}')
    within(dialog()).getByRole('heading', { name: '休みにする' })
    expect(within(dialog()).getByLabelText('最初の日')).toHaveProperty('value', '2026-10-22')
    await user.click(within(dialog()).getByRole('button', { name: 'キャンセル' }))
    await user.click(await button('休みを登録'))
    expect(within(dialog()).getByLabelText('最初の日')).toHaveProperty('value', '2026-10-23')
    await user.click(within(dialog()).getByRole('button', { name: 'キャンセル' }))
    await user.click(await cell('高木 結、10月22日 木曜日'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are anybody’s for administrators, in the list as well', async () => {
    const { user } = await openCalendar({ 'GET /users/me': { status: 200, body: { ...me, is_admin: true } } })
    await user.click(await cell('高木 結、10月1日 木曜日、午後休'))
    within(dialog()).getByRole('heading', { name: '高木 結の休み' })
    await user.click(within(dialog()).getByRole('button', { name: '閉じる' }))
    const list = await screen.findByRole('list', { name: '日ごとの休み' })
    await user.click(within(list).getByRole('button', { name: /小野寺 徹/u }))
    within(dialog()).getByRole('button', { name: '休みをやめる' })
  })
})

it('lists the days on which something is, for small screens', async () => {
  await openCalendar()
  const list = await screen.findByRole('list', { name: '日ごとの休み' })
  await within(list).findByText('小野寺 徹')
  const days = within(list).getAllByRole('listitem')
  expect(days.map(({ textContent }) => textContent)).toEqual([
    '2026年10月1日木曜日1木高高木 結午後休 ',
    '2026年10月12日月曜日12月スポーツの日',
    '2026年10月23日金曜日23金小小野寺 徹全休 10月26日まで',
  ])
})

describe('holidays', () => {
  it('are listed from today on, those that have passed folded away', async () => {
    const { user, sent } = await openCalendar()
    const list = await screen.findByRole('list', { name: '祝日' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['11/3 火文化の日', '2027/1/1 金元日'])
    await user.click(await button('これまでの祝日 1'))
    within(screen.getByRole('list', { name: 'これまでの祝日' })).getByText('スポーツの日')
    expect(sent.some(({ query }) => query.get('from') === '2026-01-01' && query.get('until') === '2027-12-31')).toBe(
      true,
    )
  })
})

it('says that nothing can be read, and reads it again', async () => {
  let away = true
  const answer = { status: 200, body: { holidays } }
  const { user } = await openCalendar({ 'GET /holidays': () => (away ? { status: 500 } : answer) })
  expect(await screen.findAllByText('カレンダーを読み込めませんでした。')).toHaveLength(2)
  away = false
  for (const again of screen.getAllByRole('button', { name: 'もう一度読み込む' })) await user.click(again)
  await screen.findByText('文化の日')
})
