import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { members, open } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const reports = Array.from({ length: 21 }, (_, index) =>
  report({
    id: `r${index}`,
    user_id: `u${index}`,
    user_name: `筆者 ${index}さん`,
    issues: index === 3 ? '環境待ち' : '特になし',
    read: index > 1,
  }),
)
const names = () => screen.getAllByRole('rowheader').map((head) => /筆者 \d+さん/u.exec(head.textContent)?.[0])
const filter = async () => within(await screen.findByRole('group', { name: '日報の絞り込み' }))

describe('the filter of a day', () => {
  it('a day with few reports has no filter', async () => {
    standInServer({ members, reports: reports.slice(0, 19) })
    open()
    await screen.findByText('筆者 18さん')
    expect(screen.queryByRole('group', { name: '日報の絞り込み' })).toBeNull()
  })

  it('the filter selects reports by name and by blockers, and says how many are shown', async () => {
    standInServer({ members, reports })
    open()
    const { getByRole, findByText } = await filter()
    await userEvent.type(getByRole('searchbox', { name: '名前で絞り込む' }), '筆者 2')
    await findByText('21件中2件')
    expect(names()).toEqual(['筆者 2さん', '筆者 20さん'])
    await userEvent.click(getByRole('button', { name: '絞り込みをやめる' }))
    await waitFor(() => expect(names()).toHaveLength(21))
    await userEvent.click(getByRole('button', { name: '困りごとあり' }))
    await waitFor(() => expect(names()).toEqual(['筆者 3さん']))
  })

  it('the filter also finds a member by the email address', async () => {
    const hanako = { ...members[1]!, id: 'u7', email: 'hanako@example.com' }
    standInServer({ members: [...members, hanako], reports })
    open()
    const { getByRole, findByText } = await filter()
    await userEvent.type(getByRole('searchbox', { name: '名前で絞り込む' }), 'hana')
    await findByText('21件中1件')
    expect(names()).toEqual(['筆者 7さん'])
  })

  it('filtered unread reports stay in place while they are being read', async () => {
    standInServer({ members, reports })
    open()
    const { getByRole } = await filter()
    await userEvent.click(getByRole('button', { name: '未読のみ' }))
    await waitFor(() => expect(names()).toEqual(['筆者 0さん', '筆者 1さん']))
    await userEvent.keyboard('je')
    await screen.findByText('未読 1件')
    expect(names()).toEqual(['筆者 0さん', '筆者 1さん'])
  })

  it('only the filtered reports are counted and marked as read', async () => {
    const server = standInServer({ members, reports })
    open()
    const { getByRole } = await filter()
    await userEvent.type(getByRole('searchbox', { name: '名前で絞り込む' }), '筆者 1さん')
    await screen.findByText('未読 1件')
    await userEvent.click(screen.getByRole('button', { name: 'すべて既読にする' }))
    const writes = () => server.sent.filter(({ method }) => method !== 'GET').map(({ path }) => path)
    await waitFor(() => expect(writes()).toEqual(['/daily-reports/r1/read']))
  })
})
