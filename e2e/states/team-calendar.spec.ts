import type { Absence } from '#contract/absences.ts'
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
]
const none = { 'GET /absences': { json: { absences: [] } }, 'GET /holidays': { json: { holidays: [] } } }
const asAdministrator = { 'GET /users/me': { json: { ...me, is_admin: true } } }
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
  'a holiday changed': {
    answers: { ...filled, ...asAdministrator },
    open: async (page) => {
      await page.getByRole('button', { name: '1日ずつ追加' }).click()
      await page.getByRole('button', { name: '保存する' }).click()
      await page.getByRole('button', { name: 'キャンセル' }).click()
      await page.getByRole('button', { name: '文化の日を編集' }).click()
      await page.getByLabel('名前', { exact: true }).fill('')
      await page.keyboard.press('Enter')
    },
    shows: (page) => page.getByText('入力してください'),
  },
  'an import': {
    answers: {
      ...filled,
      ...asAdministrator,
      'GET /holidays/countries': { json: { countries: [{ country: 'CN', regions: [{ code: 'X', name: '北' }] }] } },
      'POST /holidays/import': { json: { added: 15, kept: 0 } },
    },
    open: (page) => page.getByRole('button', { name: '祝日を取り込む' }).click(),
    shows: (page) => page.getByText(/^15日あります/u),
  },
  'earlier holidays': {
    answers: filled,
    open: (page) => page.getByRole('button', { name: 'これまでの祝日 2' }).click(),
    shows: (page) => page.getByRole('list', { name: 'これまでの祝日' }),
  },
})
