import { expect, type Locator, type Page } from '@playwright/test'
import type { Comment } from '#contract/comments.ts'
import type { FrequentTasks } from '#contract/frequent-tasks.ts'
import type { Insight } from '#contract/insights.ts'
import type { Month } from '#contract/months.ts'
import type { DayReport, Report } from '#contract/reports.ts'
import { dateOf, type Member } from './members.ts'

// The editors of `nothing-lost.spec.ts`. Their labels are matched in Japanese and in English.

/** Functions that read the server's texts, and change them as another device does. */
type Thing = {
  texts: () => Promise<string[]>
  replace: () => Promise<unknown>
  /** Deletes the thing, or moves it where the editor cannot reach it. */
  remove: () => Promise<unknown>
}

export type Editor = {
  name: string
  /** Prepares the member's team for the editor. Returns the path of the editor's page. */
  prepare: (member: Member) => Promise<string>
  open: (page: Page) => Promise<unknown>
  /** Opens the editor again with its stored words. */
  reopen: (page: Page) => Promise<unknown>
  field: (page: Page) => Locator
  send: (page: Page) => Promise<unknown>
  /** Matches the requests that send the words. */
  write: string
  /** Present if the words wait in the outbox while there is no network; otherwise they stay in the editor. */
  queued?: {
    /** Opens the editor again while its words wait. */
    open: (page: Page) => Promise<unknown>
    /** Discards what was typed while the words wait. The editor stays open. */
    discard: (page: Page) => Promise<unknown>
    /** Whether the editor then shows the words that wait. Otherwise it is empty. */
    showsWords: boolean
  }
  texts: (member: Member, address: string) => Promise<string[]>
  /** Creates something on the server and opens it for a change. */
  change: (page: Page, member: Member, address: string) => Promise<Thing>
}

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).last().click()
/** Waits for the next second, because the page compares versions of a report by `updated_at`, in seconds. */
async function nextSecond() {
  const second = () => Math.floor(Date.now() / 1_000)
  const now = second()
  await expect.poll(second).toBeGreaterThan(now)
}
const closed = (page: Page, { field }: Editor) => field(page).waitFor({ state: 'detached' })
const discardDraft = async (page: Page, editor: Editor) => {
  await page.keyboard.press('Escape')
  await closed(page, editor)
  await editor.reopen(page)
  await press(page, /^下書きを破棄/u)
}
const idOf = (address: string) => new URL(address, 'http://localhost').searchParams.get('thread')!

const report: Editor = {
  name: 'report',
  prepare: async () => '/',
  open: async (page) => {
    await press(page, /^(?:日報を書く|Write report)/u)
    await page.getByLabel(/^(?:昨日やったこと|What I did yesterday|Yesterday)/u).fill('設計')
  },
  reopen: (page) => press(page, /^(?:続きを書く|Continue)/u),
  field: (page) => page.locator('textarea[name="today_plan"]'),
  send: (page) => page.locator('textarea[name="today_plan"]').press('Control+Enter'),
  write: '**/api/daily-reports',
  queued: {
    open: async (page) => {
      await closed(page, report)
      await press(page, /^自分の日報を編集/u)
    },
    discard: (page) => discardDraft(page, report),
    showsWords: true,
  },
  texts: async ({ call }) =>
    ((await call('GET', `/daily-reports?report_date=${dateOf()}`)) as { reports: DayReport[] }).reports.map(
      ({ today_plan }) => today_plan,
    ),
  change: async (page, member, address) => {
    const { id } = (await member.report()) as Report
    await page.goto(address)
    await press(page, /^(?:自分の日報を編集|Edit my report)/u)
    const words = { report_date: dateOf(), yesterday_work: '設計', today_plan: '別の端末の予定', issues: '' }
    return {
      texts: () => report.texts(member, address),
      replace: async () => {
        await nextSecond()
        return member.call('PUT', `/daily-reports/${id}`, words)
      },
      remove: () => member.call('DELETE', `/daily-reports/${id}`),
    }
  },
}

const insight: Editor = {
  name: 'insight',
  prepare: async () => '/?page=activity',
  open: async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page
      .getByRole('button', { name: /^(?:ふりかえりを書く|Add an insight)/u })
      .last()
      .click()
  },
  reopen: (page) => press(page, /^(?:続きを書く|Continue writing)/u),
  field: (page) => page.locator('textarea[name="note"]'),
  send: (page) => page.locator('textarea[name="note"]').press('Control+Enter'),
  write: '**/api/insights/',
  queued: {
    open: async (page) => {
      await closed(page, insight)
      await insight.open(page)
    },
    discard: (page) => discardDraft(page, insight),
    showsWords: false,
  },
  texts: async ({ call }) =>
    ((await call('GET', '/insights/')) as { insights: Insight[] }).insights.map(({ note }) => note),
  change: async (page, member, address) => {
    const { id } = (await member.call('POST', '/insights/', { type: 'keep', note: '朝会' })) as Insight
    await page.goto(address)
    await page.getByRole('button', { name: '自分のふりかえりの操作' }).last().click()
    await page.getByRole('menuitem', { name: '編集' }).last().click()
    return {
      texts: () => insight.texts(member, address),
      replace: () => member.call('PUT', `/insights/${id}`, { type: 'try', note: '別の端末のふりかえり' }),
      remove: () => member.call('DELETE', `/insights/${id}`),
    }
  },
}

const comment: Editor = {
  name: 'comment',
  prepare: async (member) => `/?thread=${((await member.report()) as Report).id}`,
  open: (page) => comment.field(page).waitFor(),
  reopen: (page) => comment.field(page).waitFor(),
  field: (page) => page.getByRole('textbox', { name: /^(?:コメント|Comment)/u }).first(),
  send: (page) => comment.field(page).press('Control+Enter'),
  write: '**/comments',
  queued: {
    open: (page) => comment.open(page),
    discard: (page) => comment.field(page).fill(''),
    showsWords: false,
  },
  texts: async ({ call }, address) =>
    ((await call('GET', `/daily-reports/${idOf(address)}/comments`)) as { comments: Comment[] }).comments.map(
      ({ body }) => body,
    ),
  change: async (page, member, address) => {
    const place = `/daily-reports/${idOf(address)}/comments`
    const { id } = (await member.call('POST', place, { body: '見ました' })) as Comment
    await page.goto(address)
    await page.getByRole('button', { name: 'コメントの操作' }).click()
    await page.getByRole('menuitem', { name: '編集' }).last().click()
    return {
      texts: () => comment.texts(member, address),
      replace: () => member.call('PUT', `/comments/${id}`, { body: '別の端末のコメント' }),
      remove: () => member.call('DELETE', `/comments/${id}`),
    }
  },
}

const tasks: Editor = {
  name: 'frequent tasks',
  prepare: async () => '/settings?tab=frequent-tasks',
  open: (page) => press(page, /^(?:タスクを登録|Add tasks)/u),
  reopen: (page) => tasks.field(page).waitFor(),
  field: (page) => page.locator('textarea[name="task_list"]'),
  send: (page) => page.locator('textarea[name="task_list"]').press('Control+Enter'),
  write: '**/api/frequent_tasks',
  texts: async ({ call }) => {
    const kept = (await call('GET', '/frequent_tasks').catch(() => ({ task_list: '' }))) as FrequentTasks
    return kept.task_list.split('\n')
  },
  change: async (page, member, address) => {
    await member.call('POST', '/frequent_tasks', { task_list: 'レビュー' })
    await page.goto(address)
    await press(page, /^よくやるタスクを編集/u)
    return {
      texts: () => tasks.texts(member, address),
      replace: () => member.call('PUT', '/frequent_tasks', { task_list: '別の端末のタスク' }),
      remove: () => member.call('PUT', '/frequent_tasks', { task_list: '' }),
    }
  },
}

const month = dateOf().slice(0, 'YYYY-MM'.length)
const dialog: Editor = {
  name: 'note in a dialog',
  prepare: async (member) => {
    await member.call('PATCH', '/teams/me', { month_approval: true })
    await member.report()
    return '/?page=monthly-report'
  },
  open: (page) => press(page, /^(?:提出する|Hand in)$/u),
  reopen: (page) => press(page, /^(?:提出する|Hand in)$/u),
  field: (page) => page.getByRole('dialog').locator('textarea'),
  send: (page) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^(?:提出する|Hand in)$/u })
      .click(),
  write: '**/api/months/*',
  texts: async ({ call }) => ((await call('GET', `/months/${month}`)) as Month).events.map(({ note }) => note),
  change: async (page, member, address) => {
    await page.goto(address)
    await dialog.open(page)
    const submit = async (note: string) => {
      const { revision } = (await member.call('GET', `/months/${month}`)) as Month
      return member.call('PATCH', `/months/${month}`, { state: 'submitted', note, revision })
    }
    return {
      texts: () => dialog.texts(member, address),
      replace: () => submit('別の端末のコメント'),
      remove: () => member.call('PATCH', '/teams/me', { month_approval: false }),
    }
  },
}

export const editors: readonly Editor[] = [report, insight, comment, tasks, dialog]
