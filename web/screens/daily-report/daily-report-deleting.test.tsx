import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import { removeStored } from '../../storage/local-storage.ts'
import { reportDrafts } from '../../features/reports/drafts.ts'
import { button, field, key, latest, members, open, panelGone } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

describe('deleting', () => {
  const mine = () => report({ id: 'mine', user_id: 'misaki', user_name: '佐伯 美咲' })
  const toDelete = async () => {
    await userEvent.click(await button('自分の日報を編集'))
    await userEvent.click(await button('日報を削除'))
  }

  const confirmDeletion = async () =>
    userEvent.click(within(await screen.findByRole('dialog', { name: '日報を削除しますか' })).getByText('日報を削除'))

  it('a deleted report leaves its text as a draft, and an undo restores the report (E2.01)', async () => {
    const server = standInServer({ members, reports: [mine(), report({ user_id: 'ren' })] })
    open()
    await toDelete()
    await panelGone()
    expect(await screen.findByText('日報を削除しました')).toBeTruthy()
    expect(server.sent.find(({ method }) => method === 'DELETE')?.path).toBe('/daily-reports/mine')
    expect(screen.queryByText('佐伯 美咲')).toBeNull()
    expect(reportDrafts.read(key)).toMatchObject({ words: { today_plan: '今日の仕事' }, baseVersion: null })
    expect(await screen.findByText('書きかけの下書きがあります')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toContain('日報を書く'))

    await userEvent.click(await button('元に戻す'))
    expect(await screen.findByText('日報を元に戻しました')).toBeTruthy()
    expect(server.filed()).toEqual([])
    expect(server.sent.some(({ path }) => path === '/daily-reports/mine/restore')).toBe(true)
    expect(server.reports.map(({ id }) => id)).toContain('mine')
    expect(await button('自分の日報を編集')).toBeTruthy()
    expect(reportDrafts.read(key)).toBeUndefined()
  })

  it('the deletion of a report says how many comments are deleted, too', async () => {
    standInServer({ members, reports: [{ ...mine(), comments: 2 }] })
    open()
    await toDelete()
    await confirmDeletion()
    expect(await screen.findByText('日報とコメント2件を削除しました')).toBeTruthy()
  })

  it.each([
    [1, 0, 'コメント1件も'],
    [0, 2, 'リアクション2件も'],
    [3, 1, 'コメント3件、リアクション1件も'],
  ])('a deletion asks first if the report has %i comments and %i reactions (E2.01)', async (...row) => {
    const [comments, count, named] = row
    const reactions = count > 0 ? [{ reaction: 'ok' as const, count, mine: false }] : []
    const server = standInServer({ members, reports: [{ ...mine(), comments, reactions }] })
    open()
    await toDelete()
    await screen.findByRole('dialog', { name: '日報を削除しますか' })
    await screen.findByText(
      `${named}一緒に見えなくなります。30日以内に同じ日の日報をもう一度提出するか、削除を取り消すと、元に戻ります。`,
    )
    expect(server.sent.some(({ method }) => method === 'DELETE')).toBe(false)
    await userEvent.click(within(screen.getByRole('dialog', { name: '日報を削除しますか' })).getByText('キャンセル'))
    expect(screen.queryByRole('dialog', { name: '日報を削除しますか' })).toBeNull()
    expect(server.sent.some(({ method }) => method === 'DELETE')).toBe(false)
    await userEvent.click(await button('日報を削除'))
    await confirmDeletion()
    await panelGone()
    expect(server.sent.some(({ method }) => method === 'DELETE')).toBe(true)
  })

  it('the undo of a deletion shows a message if the day has another report by then', async () => {
    const server = standInServer({ members, reports: [mine()] })
    open()
    await toDelete()
    await panelGone()
    await screen.findByText('日報を削除しました')
    server.instead = ({ path }) =>
      path.endsWith('/restore') ? { status: 200, body: { ...mine(), today_plan: '別の予定' } } : undefined
    await userEvent.keyboard('z')
    expect(await screen.findByText(/この日には別の日報が提出されている/u)).toBeTruthy()
  })

  it('an unfinished edit stays as a draft when its report is deleted', async () => {
    const server = standInServer({ members, reports: [mine()] })
    open()
    await userEvent.click(await button('自分の日報を編集'))
    await userEvent.type(await field(/今日やること/u), '2')
    await userEvent.click(await button('日報を削除'))
    await panelGone()
    expect(reportDrafts.read(key)?.words.today_plan).toBe('今日の仕事2')
    await screen.findByText('日報を削除しました')
    await userEvent.keyboard('z')
    await waitFor(() => expect(server.reports[0]?.today_plan).toBe('今日の仕事'))
    await waitFor(() => expect(reportDrafts.read(key)?.baseVersion).toBe(server.reports[0]?.updated_at))
    expect(reportDrafts.read(key)?.words.today_plan).toBe('今日の仕事2')
  })

  it('a report that could not be deleted stays open in the panel, without a draft', async () => {
    const server = standInServer({ members, reports: [mine()] })
    server.instead = ({ method }) => (method === 'DELETE' ? { status: 500, body: {} } : undefined)
    open()
    await toDelete()
    expect(await screen.findByText('日報を削除できませんでした')).toBeTruthy()
    expect((await field(/今日やること/u)).value).toBe('今日の仕事')
    expect(await button('日報を削除')).toBeTruthy()
    expect(screen.getByText('佐伯 美咲')).toBeTruthy()
    expect(reportDrafts.read(key)).toBeUndefined()
  })

  it('the draft stays if it is unknown whether the report was deleted', async () => {
    const server = standInServer({ members, reports: [mine()] })
    open()
    await userEvent.click(await button('自分の日報を編集'))
    server.instead = () => {
      throw new TypeError('Failed to fetch')
    }
    await userEvent.click(await button('日報を削除'))
    expect(await screen.findByText('日報を削除できませんでした')).toBeTruthy()
    expect(reportDrafts.read(key)?.words.today_plan).toBe('今日の仕事')
    await userEvent.type(await field(/今日やること/u), '2')
    expect(reportDrafts.read(key)?.words.today_plan).toBe('今日の仕事2')
    expect(screen.queryByText(/別のタブ/u)).toBeNull()
  })

  it('a failed undo of a deletion keeps the text in the draft', async () => {
    const server = standInServer({ members, reports: [mine()] })
    open()
    await toDelete()
    await panelGone()
    server.instead = ({ method }) => (method === 'POST' ? { status: 500, body: {} } : undefined)
    await userEvent.click(await button('元に戻す'))
    expect(await screen.findByText(/日報を元に戻せませんでした/u)).toBeTruthy()
    expect(reportDrafts.read(key)?.words.today_plan).toBe('今日の仕事')
  })

  it('the undo of a deletion is offered again after a network or server failure', async () => {
    const server = standInServer({ members, reports: [{ ...mine(), comments: 2 }] })
    open()
    await toDelete()
    await confirmDeletion()
    await panelGone()
    await screen.findByText('日報とコメント2件を削除しました')
    server.instead = () => {
      throw new TypeError('Failed to fetch')
    }
    await userEvent.keyboard('z')
    expect(await screen.findByText(/日報を元に戻せませんでした/u)).toBeTruthy()
    server.instead = ({ method }) => (method === 'POST' ? { status: 500, body: {} } : undefined)
    await userEvent.keyboard('z')
    await waitFor(() => expect(server.sent.filter(({ path }) => path.endsWith('/restore'))).toHaveLength(2))
    await button('元に戻す')
    server.instead = () => undefined
    await userEvent.keyboard('z')
    expect(await screen.findByText('日報を元に戻しました')).toBeTruthy()
    expect(server.reports[0]).toMatchObject({ id: 'mine', comments: 2 })
  })

  it('an undo that another report blocks offers to copy the deleted text', async () => {
    const server = standInServer({ members, reports: [{ ...mine(), issues: '困った' }] })
    const user = userEvent.setup()
    open()
    await toDelete()
    await panelGone()
    await screen.findByText('日報を削除しました')
    removeStored(key) // the submit of the other report removes the draft
    server.instead = ({ path }) =>
      path.endsWith('/restore')
        ? { status: 409, body: { code: 'report_exists', message: 'すでに提出されています。' } }
        : undefined
    await user.keyboard('z')
    expect(await screen.findByText(/この日には別の日報が提出されている/u)).toBeTruthy()
    expect(screen.queryByText(/下書きに残っています/u)).toBeNull()
    expect(screen.queryByRole('button', { name: '元に戻す' })).toBeNull()
    await user.click(await button('コピー'))
    await screen.findByText('コピーしました')
    expect(await navigator.clipboard.readText()).toBe('昨日の仕事\n\n今日の仕事\n\n困った')
  })

  it('a failed undo of a deletion mentions no draft if there is none', async () => {
    const server = standInServer({ members, reports: [mine()] })
    open()
    await toDelete()
    await panelGone()
    await screen.findByText('日報を削除しました')
    removeStored(key)
    server.instead = ({ method }) => (method === 'POST' ? { status: 404, body: { code: 'not_found' } } : undefined)
    await userEvent.keyboard('z')
    expect(await screen.findByText('日報を元に戻せませんでした')).toBeTruthy()
  })

  it('deleting a report that is already deleted succeeds, and leaves a draft', async () => {
    const server = standInServer({ members, reports: [{ ...mine(), report_date: '2026-10-20' }] })
    open({ day: '2026-10-20' })
    await userEvent.click(await button('自分の日報を編集'))
    server.reports = []
    await userEvent.click(await button('日報を削除'))
    expect(await screen.findByText('日報を削除しました')).toBeTruthy()
    await panelGone()
    await userEvent.click(await button('続きを書く'))
    expect((await field(/今日やること/u)).value).toBe('今日の仕事')
  })
})

describe('undo', () => {
  it('an undo restores a discarded draft', async () => {
    reportDrafts.write(
      key,
      {
        words: { ...emptyReport, yesterday_work: '設計', today_plan: '実装', issues: '' },
        baseVersion: null,
        savedAt: 1,
      },
      undefined,
    )
    standInServer({ members, latest })
    open()
    await userEvent.click(await button('続きを書く'))
    await userEvent.click(await button('下書きを破棄'))
    expect(document.activeElement).toBe(await field(/昨日やったこと/u))
    await screen.findByText('下書きを破棄しました')
    await userEvent.click(await button('元に戻す'))
    expect((await field(/今日やること/u)).value).toBe('実装')
    expect(reportDrafts.read(key)?.words.today_plan).toBe('実装')
  })

  it('an undo restores cleared fields even after the panel was closed', async () => {
    standInServer({ members, latest })
    open()
    await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
    await userEvent.click(await button('空にする'))
    expect((await field(/今日やること/u)).value).toBe('')
    expect(reportDrafts.read(key)?.words.today_plan).toBe('')
    await userEvent.keyboard('{Escape}')
    await panelGone()
    await userEvent.keyboard('z')
    await waitFor(() => expect(reportDrafts.read(key)).toBeUndefined())
    await userEvent.keyboard('n')
    expect((await field(/今日やること/u)).value).toBe('続き')
  })
})
