import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { emptyReport, eachField, reportFields } from '#contract/report-fields.ts'
import { member } from '#contract/testing/members.ts'
import messages from '../../../locales/ja.json' with { type: 'json' }
import { reportDrafts } from '../../features/reports/drafts.ts'
import { button, field, key, latest, members, open, panelGone, today } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'
import { dispatch } from '../../testing/show.tsx'

describe("reading the team's day", () => {
  it('each text of a report is shown below its label', async () => {
    const texts = eachField((field) => `what stands in ${field}`)
    standInServer({ members, reports: [report({ user_id: 'ren', ...texts })] })
    open()
    await screen.findByText(texts.today_plan)
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    const row = screen.getAllByRole('rowheader')[0]!.closest('tr')!
    for (const field of reportFields) {
      const column = heads.indexOf(messages.reportWords.morning.fields[field])
      expect(row.children[column]?.textContent).toContain(texts[field])
    }
  })

  it('the page shows all reports with mine first, and the members without a report', async () => {
    standInServer({
      members,
      reports: [
        report({ user_id: 'ren', issues: 'DBが落ちました' }),
        report({ user_id: 'MISAKI', user_name: '佐伯 美咲', created_at: '2026-10-23T09:02:00+09:00' }),
      ],
    })
    open()
    const rows = await screen.findAllByRole('row')
    expect(rows.slice(1).map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      expect.stringContaining('佐伯 美咲自分'),
      expect.stringContaining('早川 蓮'),
    ])
    expect(await screen.findByText('未提出: 小野寺 徹')).toBeTruthy()
    expect(screen.getByRole('button', { name: '困りごと 1件' })).toBeTruthy()
    expect(screen.getByText('人が提出', { exact: false }).textContent).toBe('2 / 3人が提出')
  })

  it('the reports appear together with the attendance, which would otherwise move them', async () => {
    const server = standInServer({ members, reports: members.map(({ id }) => report({ user_id: id })) })
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>()
    server.instead = ({ path }) => (path === '/users/' ? promise : undefined)
    const { container } = open()
    await waitFor(() => expect(container.querySelectorAll('header .animate-skeleton')).toHaveLength(3))
    expect(screen.queryByText('今日の仕事')).toBeNull()
    resolve({ status: 200, body: members })
    expect((await screen.findByText('人が提出', { exact: false })).textContent).toBe('3 / 3人が提出')
    expect(screen.getAllByRole('row')).toHaveLength(4)
  })

  it('the page loads the reports of all pages', async () => {
    const many = Array.from({ length: 230 }, (_, index) => report({ id: `r${index}`, user_id: `u${index}` }))
    standInServer({ members, reports: many })
    const { container } = open()
    const rows = () => container.querySelectorAll('tbody tr').length
    await waitFor(() => expect(rows()).toBeGreaterThan(0))
    fireEvent.keyDown(window, { key: 'End' }) // renders the remaining reports at once
    await waitFor(() => expect(rows()).toBe(230))
  })

  it("the members' reports are shown as plain text", async () => {
    const evil = '<img src=x onerror=alert(1)>\n<script>alert(2)</script>\njavascript:alert(3)'
    standInServer({ members, reports: [report({ yesterday_work: evil, issues: evil })] })
    const { container } = open()
    await screen.findAllByText('<script>alert(2)</script>')
    expect(container.querySelector('img, script, table a')).toBeNull()
  })

  it('an empty day says that there are no reports, and offers the next step', async () => {
    standInServer({ members })
    open()
    expect(await screen.findByText('10月23日の日報はまだありません')).toBeTruthy()
    await userEvent.click(await button('前の日を見る'))
    expect(await screen.findByText('10月22日の日報はまだありません')).toBeTruthy()
    await userEvent.click(await button('前の日'))
    expect(await screen.findByText('10月21日の日報はありません')).toBeTruthy()
    expect(screen.getByText('この日の日報は、もう書けません。書けるのは10月\u206022日以降の日報です。')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '日報を書く' })).toBeNull()
    await userEvent.keyboard('t')
    expect(await screen.findByText('10月23日の日報はまだありません')).toBeTruthy()
  })

  it('an empty day says below the list of members that there are no reports', async () => {
    const server = standInServer({ members })
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>()
    server.instead = ({ path }) => (path === '/users/' ? promise : undefined)
    open()
    await waitFor(() => expect(server.sent.some(({ path }) => path === '/daily-reports/my/latest')).toBe(true))
    expect(screen.queryByText('10月23日の日報はまだありません')).toBeNull()
    resolve({ status: 503, body: {} })
    expect(await screen.findByText('10月23日の日報はまだありません')).toBeTruthy()
  })

  it('the page says below the reports why the day cannot have my report', async () => {
    standInServer({ members, reports: [report({ user_id: 'ren', report_date: '2026-01-02' })] })
    open({ day: '2026-01-02' })
    expect(await screen.findByText('チームに参加する前の日のため、日報は書けません。')).toBeTruthy()
    expect(screen.getByText('人が提出', { exact: false }).textContent).toBe('1人が提出')
  })

  it('nobody is listed as missing on a weekend', async () => {
    standInServer({ members, reports: [report({ user_id: 'ren', report_date: '2026-10-18' })] })
    open({ day: '2026-10-18' })
    expect((await screen.findByText('人が提出', { exact: false })).textContent).toBe('1人が提出')
    expect(screen.queryByText(/^未提出/u)).toBeNull()
  })

  it('the page names fifteen members without a report at first, and all on demand', async () => {
    const many = Array.from({ length: 114 }, (_, index) => member(`m${index}`, '早川', `蓮${index}`))
    standInServer({ members: many, reports: [report({ user_id: 'm0' })] })
    open()
    const sentence = await screen.findByText(/^未提出: /u)
    expect(sentence.textContent).toContain('早川 蓮15、ほか98人')
    expect(sentence.textContent).not.toContain('早川 蓮16')
    await userEvent.click(await button('全員を表示'))
    expect(sentence.textContent).toContain('早川 蓮113')
  })

  it('the page offers a retry if the day cannot be loaded', async () => {
    const server = standInServer({ members, reports: [report({})] })
    server.instead = ({ path }) => (path === '/daily-reports' ? { status: 500, body: { code: 'internal' } } : undefined)
    open()
    expect((await screen.findByRole('alert')).textContent).toContain('日報を読み込めませんでした')
    server.instead = () => undefined
    await userEvent.click(await button('もう一度読み込む'))
    expect(await screen.findByText('早川 蓮')).toBeTruthy()
  })
})

describe('writing', () => {
  it('a new report starts from the latest one, and is shown after the submit', async () => {
    const server = standInServer({ members, latest })
    open()
    await screen.findByText('10月23日の日報はまだありません')
    await userEvent.keyboard('n')
    await waitFor(async () => expect((await field(/昨日やったこと/u)).value).toBe('続き'))
    expect((await field(/今日やること/u)).value).toBe('続き')
    expect((await field(/困っていること/u)).value).toBe('困った')
    expect(screen.getByText('前回(10月22日)の予定')).toBeTruthy()
    expect(document.activeElement).toBe(await field(/今日やること/u))
    await userEvent.type(await field(/今日やること/u), 'と確認{Control>}{Enter}{/Control}')
    await panelGone()
    expect(server.filed()).toEqual([[today, '続き', '続きと確認', '困った']])
    expect(await screen.findByText('日報を提出しました')).toBeTruthy()
    expect(await screen.findByText('続きと確認')).toBeTruthy()
    expect(reportDrafts.read(key)).toBeUndefined()
    expect(document.activeElement).toBe(await button('自分の日報を編集'))
  })

  it('the latest report fills the form even if it is loaded after the panel was opened', async () => {
    const server = standInServer({ members, latest })
    const { promise: answered, resolve: answer } = Promise.withResolvers<{ status: number; body: unknown }>()
    server.instead = ({ path }) => (path.endsWith('/latest') ? answered : undefined)
    open()
    await screen.findByText('10月23日の日報はまだありません')
    await userEvent.keyboard('n')
    const work = await field(/昨日やったこと/u)
    await waitFor(() => expect(document.activeElement).toBe(work))
    answer({ status: 200, body: latest })
    const plan = await field(/今日やること/u)
    await waitFor(() => expect(document.activeElement).toBe(plan))
  })

  it('the form starts with empty fields if the latest report cannot be loaded', async () => {
    const server = standInServer({ members, latest })
    server.instead = ({ path }) => (path.endsWith('/latest') ? { status: 503 } : undefined)
    open()
    await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
    expect((await field(/昨日やったこと/u)).value).toBe('')
    expect(document.activeElement).toBe(await field(/昨日やったこと/u))
  })

  it("a report without a plan is not sent, and the plan's field shows the error", async () => {
    const server = standInServer({ members })
    open()
    await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
    await userEvent.type(await field(/昨日やったこと/u), '済')
    await userEvent.click(await button(/^提出する/u))
    const plan = await field(/今日やること/u)
    expect(plan.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(plan)
    await userEvent.type(plan, '予')
    expect(plan.getAttribute('aria-invalid')).toBeNull()
    expect(server.filed()).toEqual([])
  })

  it('the form keeps the typed report and says why if sending fails', async () => {
    const server = standInServer({ members, latest })
    const broken = { code: 'internal', message: 'サーバーでエラーが起きました。', request_id: '3f9a0c7be412' }
    server.instead = ({ method }) => (method === 'POST' ? { status: 500, body: broken } : undefined)
    open()
    await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
    await userEvent.type(await field(/今日やること/u), '!')
    await userEvent.click(await button(/^提出する/u))
    const failure = await screen.findByText('レポートの送信に失敗しました。サーバーでエラーが起きました。')
    expect(failure.closest('footer')?.textContent).toContain('お問い合わせ番号 3f9a0c7be412')
    expect((await field(/今日やること/u)).value).toBe('続き!')
    expect(reportDrafts.read(key)?.words.today_plan).toBe('続き!')
  })

  it("the server's error about a field of the report is shown at that field", async () => {
    const server = standInServer({ members, latest })
    const errors = [{ field: 'issues', code: 'invalid_characters', message: '使えない文字があります' }]
    server.instead = ({ method }) =>
      method === 'POST' ? { status: 400, body: { code: 'invalid_input', message: '確認', errors } } : undefined
    open()
    await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
    await userEvent.click(await button(/^提出する/u))
    await userEvent.click(await button(/^両方/u))
    expect(await screen.findByText('使えない文字があります')).toBeTruthy()
    expect(document.activeElement).toBe(await field(/困っていること/u))
  })

  it('the form says that no report can be sent while the member’s data is not loaded', async () => {
    standInServer({ members, latest })
    open({ signedIn: false })
    await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
    await userEvent.click(await button(/^提出する/u))
    await userEvent.click(await button(/^両方/u))
    expect(await screen.findByText('ユーザー情報が取得できませんでした')).toBeTruthy()
  })

  it('a form whose report was submitted elsewhere edits that report with the typed text', async () => {
    const server = standInServer({ members, latest })
    open()
    await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
    await userEvent.type(await field(/今日やること/u), 'と別件')
    server.reports = [report({ id: 'elsewhere', user_id: 'misaki', today_plan: '別の画面' })]
    server.instead = ({ method }) =>
      method === 'POST' ? { status: 409, body: { code: 'report_exists', message: 'もうあります' } } : undefined
    await userEvent.click(await button(/^提出する/u))
    expect(await screen.findByText(/別の画面から提出済みです/u)).toBeTruthy()
    expect((await field(/今日やること/u)).value).toBe('続きと別件')
    // The member pressed before seeing the note, so this press must not replace the other report.
    const update = (await button(/^更新する/u)) as HTMLButtonElement
    await userEvent.click(update)
    expect(server.sent.some(({ method }) => method === 'PUT')).toBe(false)
    await waitFor(() => expect(update.disabled).toBe(false))
    await userEvent.click(update)
    await panelGone()
    expect(server.sent.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/daily-reports/elsewhere',
      body: { today_plan: '続きと別件' },
    })
  })
})

describe('editing', () => {
  it('my report can be opened for editing, and the change is sent', async () => {
    const server = standInServer({ members, reports: [report({ id: 'mine', user_id: 'MISAKI' })] })
    open()
    await userEvent.click(await button('自分の日報を編集'))
    expect((await field(/今日やること/u)).value).toBe('今日の仕事')
    await userEvent.type(await field(/今日やること/u), '2')
    await userEvent.click(await button(/^更新する/u))
    await panelGone()
    expect(server.sent.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/daily-reports/mine',
      body: { today_plan: '今日の仕事2' },
    })
    expect(await screen.findByText('日報を更新しました')).toBeTruthy()
  })

  it.each([
    ['2026-10-23T08:47:00+09:00', '8:47に提出した自分の日報を編集しています'],
    ['2026-10-22T23:58:00+09:00', '10月22日\u00A023:58に提出した自分の日報を編集しています'],
  ])(
    'the form says when the report was submitted, with the date unless it was today: %s',
    async (created_at, sentence) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-23T09:41:00+09:00') })
      standInServer({ members, reports: [report({ user_id: 'misaki', created_at })] })
      open()
      await userEvent.click(await button('自分の日報を編集'))
      expect(await screen.findByText((words) => words === sentence, { normalizer: (words) => words })).toBeTruthy()
    },
  )

  it('an edit of a report that was deleted elsewhere is submitted as a new report', async () => {
    const server = standInServer({ members, reports: [report({ id: 'mine', user_id: 'misaki' })] })
    open()
    await userEvent.click(await button('自分の日報を編集'))
    await userEvent.type(await field(/今日やること/u), '2')
    server.reports = []
    await userEvent.click(await button(/^更新する/u))
    expect(await screen.findByText(/提出済みの日報が別の画面で削除されました/u)).toBeTruthy()
    expect(screen.queryByText(/日報が変更されました/u)).toBeNull()
    expect((await field(/今日やること/u)).value).toBe('今日の仕事2')
    const submit = (await button(/^提出する/u)) as HTMLButtonElement
    await waitFor(() => expect(submit.disabled).toBe(false), { timeout: 3_000 })
    await userEvent.click(submit)
    await panelGone()
    expect(server.reports).toMatchObject([{ today_plan: '今日の仕事2' }])
  })

  it('the form warns if the report has changed since the draft was started', async () => {
    const words = { ...emptyReport, yesterday_work: '古', today_plan: '古い下書き', issues: '' }
    reportDrafts.write(key, { words, baseVersion: '2026-10-23T08:00:00+09:00', savedAt: 1 }, undefined)
    standInServer({ members, reports: [report({ user_id: 'misaki' })] })
    open()
    await userEvent.click(await button('自分の日報を編集'))
    expect(await screen.findByText(/「昨日やったこと、今日やること」が別の場所でも変更されました/u)).toBeTruthy()
    expect((await field(/今日やること/u)).value).toBe('古い下書き')
    await userEvent.click(await button('別の場所の内容にする'))
    expect((await field(/今日やること/u)).value).toBe('今日の仕事')
    expect(reportDrafts.read(key)).toBeUndefined()
  })
})

describe('a draft', () => {
  it('every change stores a draft, which is offered again and can be discarded', async () => {
    standInServer({ members, latest })
    const { unmount } = open()
    await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
    await userEvent.type(await field(/今日やること/u), '#')
    expect(reportDrafts.read(key)?.words.today_plan).toBe('続き#')
    expect(await screen.findByText(/下書き保存済み/u)).toBeTruthy()
    unmount()

    open()
    expect(await screen.findByText('書きかけの下書きがあります')).toBeTruthy()
    await userEvent.click(await button('続きを書く'))
    expect((await field(/今日やること/u)).value).toBe('続き#')
    await userEvent.click(await button('下書きを破棄'))
    expect((await field(/今日やること/u)).value).toBe('続き')
    expect(reportDrafts.read(key)).toBeUndefined()
  })

  it('the draft is deleted as soon as the server has the report', async () => {
    const server = standInServer({ members })
    open()
    await userEvent.click((await screen.findAllByRole('button', { name: /日報を書く/u })).at(-1)!)
    await userEvent.type(await field(/昨日やったこと/u), '設計')
    await userEvent.type(await field(/今日やること/u), '実装')
    expect(reportDrafts.read(key)?.words.today_plan).toBe('実装')
    server.instead = ({ method }) => (method === 'GET' ? new Promise(() => {}) : undefined)

    await userEvent.click(await button(/^提出する/u))

    await waitFor(() => expect(server.reports).toHaveLength(1))
    await waitFor(() => expect(reportDrafts.read(key)).toBeUndefined())
  })

  it('no draft is stored if the text of the form equals the initial text again', async () => {
    standInServer({ members, latest })
    open()
    await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
    await userEvent.type(await field(/今日やること/u), '#')
    await userEvent.type(await field(/今日やること/u), '{Backspace}')
    expect(reportDrafts.read(key)).toBeUndefined()
  })

  it('a draft stays after Esc, and text from another tab appears in the form', async () => {
    standInServer({ members, latest })
    open()
    await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
    await userEvent.type(await field(/今日やること/u), '#{Escape}')
    await panelGone()
    expect(reportDrafts.read(key)?.words.today_plan).toBe('続き#')
    await userEvent.keyboard('n')
    await field(/今日やること/u)
    const words = { ...emptyReport, yesterday_work: '', today_plan: '別のタブ', issues: '' }
    localStorage.setItem(key, JSON.stringify({ words, baseVersion: null, savedAt: 9e12 }))
    dispatch(new StorageEvent('storage', { key }))
    await waitFor(async () => expect((await field(/今日やること/u)).value).toBe('別のタブ'))
  })

  it('the form says that a draft cannot be stored, and the member can go on writing', async () => {
    const server = standInServer({ members, latest })
    const refused = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: refused, removeItem: refused })
    open()
    await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
    await userEvent.type(await field(/今日やること/u), '#')
    expect(await screen.findByText(/書いた内容をこの端末に残せません/u)).toBeTruthy()
    await userEvent.click(await button(/^提出する/u))
    await panelGone()
    expect(server.filed()).toHaveLength(1)
  })
})
