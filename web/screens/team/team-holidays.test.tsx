import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FoundHoliday } from '#contract/holidays.ts'
import { foundHoliday } from '#contract/testing/holidays.ts'
import { type Answers, eachOnTheDay, me, problem } from '../../testing/app.tsx'
import { button, open, toast } from '../../testing/team.ts'

eachOnTheDay()

const openCalendar = (answers: Answers) => open(answers, '?tab=calendar')
const countries = [
  { country: 'CN', regions: [] },
  { country: 'DE', regions: [{ code: 'BY', name: 'Bayern' }] },
  { country: 'JP', regions: [] },
]
const found = [
  foundHoliday('2027-01-01', '元日', { is_holiday: true }),
  foundHoliday('2027-01-02', '銀行休業日', { is_proposed: false }),
  foundHoliday('2027-01-11', '成人の日', { entries: 2 }),
  foundHoliday('2027-02-11', '建国記念の日'),
]
const importing = {
  'GET /users/me': { status: 200, body: { ...me, is_admin: true } },
  'GET /users/': { status: 200, body: [me] },
  'GET /absences': { status: 200, body: { absences: [] } },
  'GET /holidays': { status: 200, body: { holidays: [] } },
  'GET /holidays/countries': { status: 200, body: { countries } },
  'POST /holidays/import': ({ query }: { query: URLSearchParams }) => ({
    status: 200,
    body: { added: 2, kept: 1, unread_lines: 0, ...(query.has('preview') && { days: found }) },
  }),
}
const imports = (sent: { call: string; query: URLSearchParams; body: unknown }[]) =>
  sent.filter(({ call }) => call === 'POST /holidays/import').map(({ query, body }) => [query.get('preview'), body])

const chosen = (...days: FoundHoliday[]) => ({ holidays: days.map(({ date, name }) => ({ date, name })) })
const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })

describe('an import of holidays', () => {
  it('an import ticks the public holidays of a country, and adds the days that stay ticked', async () => {
    const { user, sent } = await openCalendar(importing)
    await user.click(await button('祝日を取り込む'))
    await screen.findByText('2日を選んでいます。登録済みの日は変わりません。')
    expect([(await box(/元日.*登録済み/u)).disabled, (await box(/元日/u)).checked]).toEqual([true, false])
    expect((await box(/銀行休業日.*公の祝日ではない日/u)).checked).toBe(false)
    expect((await box(/成人の日.*同じ日に2件/u)).checked).toBe(true)
    await user.click(await box(/建国記念の日/u))
    await user.click(await box(/銀行休業日/u))
    await user.click(await button('取り込む'))
    await toast('祝日を2日追加しました')
    expect(imports(sent)).toContainEqual([null, chosen(found[1]!, found[2]!)])
    expect(document.activeElement).toBe(await button('祝日を取り込む'))
  })

  it('the ticked holidays can be sent again after a failure', async () => {
    let refused = true
    const { user, sent } = await openCalendar({
      ...importing,
      'POST /holidays/import': (request) =>
        refused && !request.query.has('preview')
          ? problem(503, 'busy', '混み合っています。')
          : importing['POST /holidays/import'](request),
    })
    await user.click(await button('祝日を取り込む'))
    await user.click(await box(/建国記念の日/u))
    await user.click(await button('取り込む'))
    await screen.findByText('混み合っています。')
    expect((await box(/成人の日/u)).checked).toBe(true)
    refused = false
    await user.click(await button('取り込む'))
    await toast('祝日を2日追加しました')
    expect(imports(sent).filter(([preview]) => preview === null)).toEqual([
      [null, chosen(found[2]!)],
      [null, chosen(found[2]!)],
    ])
  })

  it('one press ticks all days of an import of holidays, or none', async () => {
    const { user } = await openCalendar(importing)
    await user.click(await button('祝日を取り込む'))
    await user.click(await button('すべて選ぶ'))
    await screen.findByText('3日を選んでいます。登録済みの日は変わりません。')
    await user.click(await button('すべて外す'))
    await screen.findByText('0日を選んでいます。登録済みの日は変わりません。')
    expect(await button('取り込む')).toHaveProperty('disabled', true)
  })

  it('the import previews next year’s holidays from October on, or another country or year', async () => {
    const { user, sent } = await openCalendar(importing)
    await user.click(await button('祝日を取り込む'))
    await user.click(await button('すべて外す'))
    await user.selectOptions(screen.getByLabelText('国'), '中国')
    await screen.findByText(/足りない日がないか確認してください。/u)
    await screen.findByText('2日を選んでいます。登録済みの日は変わりません。')
    await user.selectOptions(screen.getByLabelText('国'), 'ドイツ')
    await user.selectOptions(screen.getByLabelText('地域'), 'Bayern')
    await user.selectOptions(screen.getByLabelText('年'), '2026年')
    await waitFor(() => expect(imports(sent).at(-1)).toEqual(['true', { country: 'DE', region: 'BY', year: 2026 }]))
    expect(imports(sent).at(0)).toEqual(['true', { country: 'JP', year: 2027 }])
  })

  const upload = (text: string) => new File([text], '会社.ics', { type: 'text/calendar' })
  const picker = () => document.querySelector<HTMLInputElement>('input[type=file]')!
  const ofFile = (answer: object) => ({
    ...importing,
    'POST /holidays/import': ({ headers, ...request }: { headers: Record<string, string>; query: URLSearchParams }) =>
      headers['content-type'] !== 'text/calendar'
        ? importing['POST /holidays/import'](request)
        : { status: 200, ...answer },
  })

  it('the import of holidays says why a file cannot be read', async () => {
    const refused = problem(400, 'calendar_unreadable', 'このファイルから祝日を取り込めませんでした。')
    const { user } = await openCalendar(ofFile(refused))
    await user.click(await button('祝日を取り込む'))
    await screen.findByText('2日を選んでいます。登録済みの日は変わりません。')
    await user.upload(picker(), upload('BEGIN:NONSENSE'))
    await waitFor(() =>
      expect(screen.getByRole('form').textContent).toContain('このファイルから祝日を取り込めませんでした。'),
    )
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(await button('取り込む')).toHaveProperty('disabled', true)
  })

  it('an import of a holiday file says how many lines were skipped', async () => {
    const body = { added: 1, kept: 0, unread_lines: 3, days: [found[3]] }
    const { user, sent } = await openCalendar(ofFile({ body }))
    await user.click(await button('祝日を取り込む'))
    await user.upload(picker(), upload('BEGIN:VCALENDAR'))
    await screen.findByText('会社.ics')
    await screen.findByText('3行は読み取れなかったため、除きました。')
    await screen.findByText('1日を選んでいます。登録済みの日は変わりません。')
    await user.click(await button('取り込む'))
    await waitFor(() => expect(imports(sent)).toContainEqual([null, chosen(found[3]!)]))
  })

  it('the import says that a file of holidays has no whole days', async () => {
    const { user } = await openCalendar(ofFile({ body: { added: 0, kept: 0, unread_lines: 0, days: [] } }))
    await user.click(await button('祝日を取り込む'))
    await user.upload(picker(), upload('BEGIN:VCALENDAR'))
    await screen.findByText('終日の予定が見つかりませんでした。')
  })
})

describe('the holidays of each year', () => {
  const unsubscribed = { 'GET /holidays/subscription': { status: 200, body: { subscription: null } } }
  const subscription = { country: 'DE', region: 'BY', added_until: 2027 }

  it('the holidays of a country can be imported each year', async () => {
    const { user, sent } = await openCalendar({
      ...importing,
      ...unsubscribed,
      'PUT /holidays/subscription': { status: 200, body: { subscription, coming: 14 } },
    })
    await user.click(await button('国の祝日を毎年追加'))
    const form = within(screen.getByRole('form', { name: '国の祝日を毎年追加' }))
    await waitFor(() => expect(form.getByLabelText('国')).toHaveProperty('value', 'JP'))
    await user.selectOptions(form.getByLabelText('国'), 'ドイツ')
    await user.selectOptions(form.getByLabelText('地域'), 'Bayern')
    await user.click(form.getByRole('button', { name: '追加する' }))
    await toast('ドイツの祝日を追加しました。今日以降の分は14日です。')
    const put = sent.find(({ call }) => call === 'PUT /holidays/subscription')
    expect(put?.body).toEqual({ country: 'DE', region: 'BY' })
  })

  it('a message says that the yearly holidays could not be added', async () => {
    const { user } = await openCalendar({
      ...importing,
      ...unsubscribed,
      'PUT /holidays/subscription': { status: 500 },
    })
    await user.click(await button('国の祝日を毎年追加'))
    await user.click(await button('追加する'))
    await screen.findByText('祝日を追加できませんでした')
    await user.keyboard('{Escape}')
    await button('国の祝日を毎年追加')
  })

  it('the yearly import of holidays can be stopped, with an undo', async () => {
    const { user, sent } = await openCalendar({
      ...importing,
      'GET /holidays/subscription': { status: 200, body: { subscription } },
      'DELETE /holidays/subscription': { status: 204 },
      'PUT /holidays/subscription': { status: 200, body: { subscription, coming: 0 } },
    })
    await screen.findByText('ドイツ (Bayern)の祝日を毎年10月に追加します(2027年の分まで追加済み)')
    await user.click(await button('やめる'))
    await toast('ドイツ (Bayern)の祝日の自動追加をやめました。登録済みの祝日は残ります。')
    await user.click(await button(/^元に戻す/u))
    await waitFor(() =>
      expect(sent.find(({ call }) => call === 'PUT /holidays/subscription')?.body).toEqual({
        country: 'DE',
        region: 'BY',
      }),
    )
    expect(sent.some(({ call }) => call === 'DELETE /holidays/subscription')).toBe(true)
  })

  it('one press stops the yearly import and removes the coming holidays', async () => {
    const { user, sent } = await openCalendar({
      ...importing,
      'GET /holidays/subscription': { status: 200, body: { subscription } },
      'DELETE /holidays/subscription': { status: 204 },
    })
    await screen.findByText(/^ドイツ \(Bayern\)の祝日を毎年10月に/u)
    await user.click(await button('やめて、今後の祝日を削除'))
    await toast('ドイツ (Bayern)の祝日の自動追加をやめ、今日以降の祝日を削除しました。名前を変えた日は残ります。')
    const deleted = sent.find(({ call }) => call === 'DELETE /holidays/subscription')
    expect(deleted?.query.get('holidays')).toBe('true')
  })
})
