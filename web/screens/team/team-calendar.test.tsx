import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { member } from '#contract/testing/members.ts'
import { type Answers, eachOnTheDay, me } from '../../testing/app.tsx'
import { button, open, toast } from '../../testing/team.ts'

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
  { date: '2026-10-12', name: 'スポーツの日', added_automatically: false },
  { date: '2026-11-03', name: '文化の日', added_automatically: false },
  { date: '2027-01-01', name: '元日', added_automatically: true },
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
// Finds by label, because a search by role is slow among a thousand cells.
const grid = (month = '2026年10月') => screen.findByLabelText(`${month}の休み`)
const cell = (name: string) => screen.findByLabelText(name)

describe('the grid', () => {
  it('the grid announces absences, holidays and days without a report', async () => {
    await openCalendar()
    const names = [
      '小野寺 徹、10/23～10/26、全休',
      '高木 結、10月1日 木曜日、午後休',
      '高木 結、10月2日 金曜日、提出が不要な日',
      '佐伯 美咲、10月12日 月曜日、スポーツの日',
    ]
    for (const name of names) await screen.findAllByLabelText(name)
    const today = within(await grid()).getByLabelText('2026年10月23日金曜日')
    expect(today.getAttribute('aria-current')).toBe('date')
  })

  it('arrow keys move through the grid, and PageUp and PageDown turn the months', async () => {
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

  it('the calendar opens at the month in the URL', async () => {
    await openCalendar({}, '&month=2026-02')
    expect(await grid('2026年2月')).toBeTruthy()
  })
  it('the calendar opens at this month if the URL has an invalid one', async () => {
    await openCalendar({}, '&month=2026-13')
    expect(await grid()).toBeTruthy()
  })

  it('a team of more than thirty folds members without days off, and can be searched', async () => {
    const others = Array.from({ length: 28 }, (_, index) => member(`m${index}`, '青木', `大輔${index}`))
    const { user } = await openCalendar({ 'GET /users/': { status: 200, body: [me, toru, yui, ...others] } })
    const names = async () => (await grid()).querySelectorAll('tbody th').length
    await cell('小野寺 徹、10月22日 木曜日')
    await waitFor(async () => expect(await names()).toBe(3))
    await user.click(await button('10月に休みのない28人を表示'))
    expect(await names()).toBe(31)
    await user.type(screen.getByRole('searchbox', { name: '名前で検索' }), '小野寺')
    await waitFor(async () => expect(await names()).toBe(1))
    expect(within(screen.getByRole('list', { name: '日ごとの休み' })).queryByText('高木 結')).toBeNull()
  })
})

describe('days off', () => {
  const dialog = () => screen.getByRole('dialog')
  it('a member can take days off only in their own row or with the button for days off', async () => {
    const { user } = await openCalendar()
    ;(await cell('佐伯 美咲、10月22日 木曜日')).focus()
    await user.keyboard('{Enter}')
    within(dialog()).getByRole('heading', { name: '休みにする' })
    expect(within(dialog()).getByLabelText('開始日')).toHaveProperty('value', '2026-10-22')
    await user.click(within(dialog()).getByRole('button', { name: 'キャンセル' }))
    await user.click(await button('休みを登録'))
    expect(within(dialog()).getByLabelText('開始日')).toHaveProperty('value', '2026-10-23')
    await user.click(within(dialog()).getByRole('button', { name: 'キャンセル' }))
    await user.click(await cell('高木 結、10月22日 木曜日'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('an administrator can change the days off of all members, in the list as well', async () => {
    const { user } = await openCalendar({ 'GET /users/me': { status: 200, body: { ...me, is_admin: true } } })
    await user.click(await cell('高木 結、10月1日 木曜日、午後休'))
    within(dialog()).getByRole('heading', { name: '高木 結さんの休み' })
    await user.click(within(dialog()).getByRole('button', { name: '閉じる' }))
    const list = await screen.findByRole('list', { name: '日ごとの休み' })
    await user.click(within(list).getByRole('button', { name: /小野寺 徹/u }))
    within(dialog()).getByRole('button', { name: '休みを取り消す' })
  })
})

it('small screens list the days with entries', async () => {
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
  it('the holidays are listed from today on, and past ones are folded', async () => {
    const { user, sent } = await openCalendar()
    const list = await screen.findByRole('list', { name: '祝日' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['11/3 火文化の日', '2027/1/1 金元日自動で追加'])
    await user.click(await button('これまでの祝日 1'))
    within(screen.getByRole('list', { name: 'これまでの祝日' })).getByText('スポーツの日')
    expect(screen.queryByRole('button', { name: /を編集$|追加$/u })).toBeNull()
    expect(sent.some(({ query }) => query.get('from') === '2026-01-01' && query.get('until') === '2027-12-31')).toBe(
      true,
    )
  })
})

describe("the address of the member's own calendar", () => {
  const address = 'https://asakai.example/api/calendar/one.ics'
  const answers = {
    'GET /calendar': { status: 200, body: { address } },
    'POST /calendar': { status: 200, body: { address: address.replace('one', 'two') } },
  }

  it("the address of the member's calendar is shown and can be copied", async () => {
    const { user } = await openCalendar(answers)
    expect(await screen.findByRole('textbox', { name: 'カレンダーのアドレス' })).toHaveProperty('value', address)
    await user.click(await button('アドレスをコピー'))
    await toast('アドレスをコピーしました')
    expect(await navigator.clipboard.readText()).toBe(address)
    expect(screen.queryByText(/PUBLIC_URL/u)).toBeNull()
  })

  it('the calendar says that nobody else can open an address of the server’s own machine', async () => {
    await openCalendar({
      'GET /calendar': { status: 200, body: { address: 'http://localhost:3000/api/calendar/one.ics' } },
    })
    expect(await screen.findByText(/サーバーと同じコンピューターでしか開けません.*PUBLIC_URL/u)).toBeTruthy()
  })

  it("the address of the member's calendar can be replaced", async () => {
    const { user, sent } = await openCalendar(answers)
    const question = () => within(screen.getByRole('dialog', { name: '新しいアドレスにしますか' }))
    await user.click(await button('新しいアドレスにする'))
    await user.click(question().getByRole('button', { name: 'キャンセル' }))
    expect(sent.some(({ call }) => call === 'POST /calendar')).toBe(false)
    await user.click(await button('新しいアドレスにする'))
    await user.click(question().getByRole('button', { name: '新しいアドレスにする' }))
    await toast('アドレスを作り直しました')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(await button('アドレスをコピー'))
    expect(await navigator.clipboard.readText()).toContain('two.ics')
  })

  it("the address of the member's calendar stays if it cannot be replaced", async () => {
    const { user } = await openCalendar({ ...answers, 'POST /calendar': { status: 500 } })
    await user.click(await button('新しいアドレスにする'))
    const question = within(screen.getByRole('dialog'))
    await user.click(question.getByRole('button', { name: '新しいアドレスにする' }))
    expect((await question.findByRole('alert')).textContent).toBe('アドレスを作り直せませんでした')
  })
})

describe('holidays for an administrator', () => {
  const asAdministrator = { 'GET /users/me': { status: 200, body: { ...me, is_admin: true } } }
  const openForm = async (answers: Answers = {}) => {
    let kept = holidays
    const opened = await openCalendar({
      ...asAdministrator,
      'GET /holidays': () => ({ status: 200, body: { holidays: kept } }),
      'PUT /holidays/2026-11-04': () => {
        kept = [...kept, { date: '2026-11-04', name: '創立記念日', added_automatically: false }]
        return { status: 200, body: {} }
      },
      'PUT /holidays/2026-11-03': () => {
        kept = holidays
        return { status: 200, body: {} }
      },
      'DELETE /holidays/2026-11-03': () => {
        kept = kept.filter(({ date }) => date !== '2026-11-03')
        return { status: 204 }
      },
      ...answers,
    })
    await opened.user.click(await button('文化の日を編集'))
    const form = screen.getByRole('form', { name: '文化の日を編集' })
    return { ...opened, form: within(form) }
  }
  const written = (sent: { call: string }[]) =>
    sent.map(({ call }) => call).filter((call) => /^(PUT|DELETE) /u.test(call))

  it('an administrator changes a holiday in its row, and moves it to another day', async () => {
    const { user, sent, form } = await openForm()
    const name = form.getByLabelText('名前')
    expect(document.activeElement).toBe(name)
    await user.clear(name)
    await user.type(name, '創立記念日{Enter}')
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    await user.click(await button('文化の日を編集'))
    const date = screen.getByLabelText('日付')
    await user.clear(date)
    await user.type(date, '2026-11-04')
    await user.click(await button('保存する'))
    await screen.findByText('創立記念日')
    expect(written(sent)).toEqual([
      'PUT /holidays/2026-11-03',
      'PUT /holidays/2026-11-04',
      'DELETE /holidays/2026-11-03',
    ])
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('創立記念日を編集'))
  })

  it('a holiday without a name is not saved, and the field shows the error', async () => {
    const { user, sent, form } = await openForm()
    await user.clear(form.getByLabelText('名前'))
    await user.keyboard('{Enter}')
    expect(await form.findByText('入力してください')).toBeTruthy()
    expect(written(sent)).toEqual([])
  })

  it('Esc leaves a holiday unchanged, and returns the focus to the edit button', async () => {
    const { user, sent } = await openForm()
    await user.keyboard('x{Escape}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('文化の日を編集'))
    expect(written(sent)).toEqual([])
  })

  it('Esc in the form of a new holiday returns the focus to the button', async () => {
    const { user } = await openCalendar(asAdministrator)
    await user.click(await button('祝日を追加'))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(await button('祝日を追加'))
  })

  it('an administrator can delete a holiday, and restore the holiday by an undo', async () => {
    const { user, sent, form } = await openForm()
    await user.click(form.getByRole('button', { name: '削除' }))
    await waitFor(() => expect(screen.queryByText('文化の日')).toBeNull())
    await toast('文化の日を祝日から外しました')
    await user.click(await button(/^元に戻す/u))
    await screen.findByText('文化の日')
    expect(written(sent)).toEqual(['DELETE /holidays/2026-11-03', 'PUT /holidays/2026-11-03'])
  })

  it('an administrator can add a holiday', async () => {
    const { user, sent } = await openCalendar({
      ...asAdministrator,
      'PUT /holidays/2026-12-29': { status: 200, body: {} },
    })
    await user.click(await button('祝日を追加'))
    await user.click(await button('保存する'))
    await screen.findByText('正しい日付を入力してください')
    await user.type(screen.getByLabelText('日付'), '2027-01-01')
    await user.type(screen.getByLabelText('名前'), '年末年始の休業{Enter}')
    await screen.findByText('この日はすでに祝日です')
    await user.clear(screen.getByLabelText('日付'))
    await user.type(screen.getByLabelText('日付'), '2026-12-29')
    await user.click(await button('保存する'))
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    expect(written(sent)).toEqual(['PUT /holidays/2026-12-29'])
    expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ name: '年末年始の休業' })
  })

  it('a holiday that could not be saved or deleted shows an error', async () => {
    const refused = { status: 500 }
    const { user, form } = await openForm({
      'PUT /holidays/2026-11-03': refused,
      'DELETE /holidays/2026-11-03': refused,
    })
    await user.type(form.getByLabelText('名前'), '!')
    await user.click(form.getByRole('button', { name: '保存する' }))
    await screen.findByText('祝日を保存できませんでした。もう一度お試しください。')
    expect(form.getByLabelText('名前')).toHaveProperty('value', '文化の日!')
    await user.click(form.getByRole('button', { name: '削除' }))
    await toast('祝日を削除できませんでした')
    await screen.findByText('文化の日')
  })
})

it('the calendar offers a retry if the holidays cannot be loaded', async () => {
  let away = true
  const answer = { status: 200, body: { holidays } }
  const { user } = await openCalendar({ 'GET /holidays': () => (away ? { status: 500 } : answer) })
  expect(await screen.findAllByText('カレンダーを読み込めませんでした。')).toHaveLength(2)
  away = false
  for (const again of screen.getAllByRole('button', { name: 'もう一度読み込む' })) await user.click(again)
  await screen.findByText('文化の日')
})
