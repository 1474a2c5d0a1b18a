import type { Absence } from '#contract/absences.ts'
import { foundHoliday } from '#contract/testing/holidays.ts'
import type { User } from '#contract/users.ts'
import { colleague, failing, loadingBelow, me, testStates } from '../states.ts'

const [ren, emilia, toru, saki] = [
  colleague(2, '早川', '蓮'),
  colleague(3, 'Tamm', 'Emilia'),
  colleague(4, '小野寺', '徹'),
  { ...colleague(5, '中原', '紗季'), working_days: [1, 2, 3, 4] },
]
const members = [me, ren, emilia, toru, saki]
const many = [...members, ...Array.from({ length: 40 }, (_, index) => colleague(index + 6, '青木', `大輔${index}`))]

let number = 0
const away = ({ id }: User, from: number, until = from, half: Absence['half'] = null): Absence => ({
  id: `01998d5c-0000-7000-8003-${String(++number).padStart(12, '0')}`,
  user_id: id,
  from: `2026-10-${from}`,
  until: `2026-10-${until}`,
  half,
})
const absences = [
  away(toru, 23, 26),
  away(emilia, 16),
  away(emilia, 19, 21),
  away(me, 28, 28, 'morning'),
  away(ren, 13, 14),
]
const holidays = [
  { date: '2026-01-01', name: '元日' },
  { date: '2026-10-12', name: 'スポーツの日' },
  { date: '2026-11-03', name: '文化の日' },
  { date: '2027-01-01', name: '元日' },
].map(({ date, name }) => ({ date, name, added_automatically: date > '2027' }))
const none = { 'GET /absences': { json: { absences: [] } }, 'GET /holidays': { json: { holidays: [] } } }
const countries = { countries: [{ country: 'CN', regions: [{ code: 'X', name: '北' }] }] }
const asAdministrator = {
  'GET /users/me': { json: { ...me, is_admin: true } },
  'GET /holidays/countries': { json: countries },
  'GET /holidays/subscription': { json: { subscription: null } },
}
const found = [
  foundHoliday('2026-10-12', 'スポーツの日', { is_holiday: true }),
  foundHoliday('2026-11-03', '文化の日', { entries: 2 }),
  foundHoliday('2026-11-15', '七五三', { is_proposed: false }),
  ...Array.from({ length: 28 }, (_, index) =>
    foundHoliday(`2027-01-${String(index + 1).padStart(2, '0')}`, '年始の全社休業日'),
  ),
]
const preview = { json: { added: 30, kept: 1, unread_lines: 0, days: found } }
const filled = {
  'GET /calendar': { json: { address: 'https://asakai.example/api/calendar/x.ics' } },
  'GET /users': { json: members },
  'GET /absences': { json: { absences } },
  'GET /holidays': { json: { holidays } },
}

testStates('team, calendar', '/team?tab=calendar', {
  loading: {
    answers: { 'GET /users': 'never', 'GET /absences': 'never', 'GET /holidays': 'never' },
    shows: (page) => loadingBelow(page, '2026年10月'),
  },
  error: {
    answers: { ...filled, 'GET /absences': failing, 'GET /holidays': failing },
    shows: (page) => page.getByText('カレンダーを読み込めませんでした。'),
  },
  empty: { answers: { ...filled, ...none }, shows: (page) => page.getByText('祝日はまだありません') },
  filled: { answers: filled, shows: (page) => page.getByText('文化の日') },
  'a large team': {
    answers: { ...filled, 'GET /users': { json: many } },
    shows: (page) => page.getByText('文化の日'),
  },
  'changing a holiday': {
    answers: { ...filled, ...asAdministrator },
    open: async (page) => {
      await page.getByRole('button', { name: '祝日を追加' }).click()
      await page.getByRole('button', { name: '保存する' }).click()
      await page.getByRole('button', { name: 'キャンセル' }).click()
      await page.getByRole('button', { name: '文化の日を編集' }).click()
      await page.getByLabel('名前', { exact: true }).fill('')
      await page.keyboard.press('Enter')
    },
    shows: (page) => page.getByText('入力してください'),
  },
  'an import': {
    answers: { ...filled, ...asAdministrator, 'POST /holidays/import': preview },
    open: (page) => page.getByRole('button', { name: '祝日を取り込む' }).click(),
    shows: (page) => page.getByText(/^29日を選んでいます/u),
  },
  'a calendar file being read': {
    answers: { ...filled, ...asAdministrator, 'POST /holidays/import': 'never' },
    open: (page) => page.getByRole('button', { name: '祝日を取り込む' }).click(),
    shows: (page) => page.getByText('日付を読み取り中…'),
  },
  'an import of a file without days': {
    answers: {
      ...filled,
      ...asAdministrator,
      'POST /holidays/import': { json: { added: 0, kept: 0, unread_lines: 3, days: [] } },
    },
    open: async (page) => {
      await page.getByRole('button', { name: '祝日を取り込む' }).click()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: '会社.ics', mimeType: 'text/calendar', buffer: Buffer.from('BEGIN:VCALENDAR') })
    },
    shows: (page) => page.getByText('終日の予定が見つかりませんでした。'),
  },
  'an import that failed': {
    answers: { ...filled, ...asAdministrator, 'POST /holidays/import': failing },
    open: (page) => page.getByRole('button', { name: '祝日を取り込む' }).click(),
    shows: (page) => page.getByText('祝日を取り込めませんでした'),
  },
  'yearly holidays': {
    answers: {
      ...filled,
      ...asAdministrator,
      'GET /holidays/subscription': { json: { subscription: { country: 'JP', region: null, added_until: 2027 } } },
    },
    shows: (page) => page.getByText('日本の祝日を毎年10月に追加します(2027年の分まで追加済み)'),
  },
  'yearly holidays that are chosen': {
    answers: { ...filled, ...asAdministrator, 'PUT /holidays/subscription': failing },
    open: async (page) => {
      await page.getByRole('button', { name: '国の祝日を毎年追加' }).click()
      await page.getByRole('button', { name: '追加する' }).click()
    },
    shows: (page) => page.getByText('祝日を追加できませんでした'),
  },
  'yearly holidays that cannot be read': {
    answers: { ...filled, ...asAdministrator, 'GET /holidays/subscription': failing },
    shows: (page) => page.getByText('毎年の祝日の設定を読み込めませんでした。'),
  },
  'earlier holidays': {
    answers: filled,
    open: (page) => page.getByRole('button', { name: 'これまでの祝日 2' }).click(),
    shows: (page) => page.getByRole('list', { name: 'これまでの祝日' }),
  },
})
