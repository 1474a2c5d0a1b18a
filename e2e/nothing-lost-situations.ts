import { dateOf } from './members.ts'
import type { Editor } from './nothing-lost-editors.ts'
import {
  begin,
  type Cell,
  count,
  sendAndCheck,
  logInAgain,
  sendAndFind,
  expectTextKept,
  waitForAnswer,
  words,
} from './nothing-lost-steps.ts'
import { expect } from './test.ts'

// The situations of `nothing-lost.spec.ts`, which tests each editor in each situation.

export type Situation = {
  name: string
  run: (cell: Cell) => Promise<unknown>
  /** The situation changes the page, so that it cannot be reused. */
  changesPage?: true
  /** The situation concerns only editors whose words wait in the outbox. */
  isOfQueue?: true
}

/** The server rejects the text with each of several statuses, and then accepts it. */
const refused: Situation = {
  name: 'refused',
  run: async (cell) => {
    const { editor, page } = cell
    await begin(cell)
    for (const status of [400, 409, 429, 500]) {
      await page.route(editor.write, (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status, json: {} }),
      )
      expect(await sendAndCheck(cell)).toBe(false)
      await waitForAnswer(cell)
      await expectTextKept(cell)
      await page.unroute(editor.write)
    }
    await sendAndFind(cell)
  },
}

/** The member edits something that another device has replaced or removed meanwhile. */
const elsewhere = (name: string, act: 'replace' | 'remove'): Situation => ({
  name,
  run: async (cell) => {
    const { editor, page, member, address } = cell
    // Blocks the event stream: it could report the change just before the press, and the form then ignores presses for a
    // second.
    await page.route('**/api/events*', (route) => route.abort())
    const thing = await editor.change(page, member, address)
    await editor.field(page).fill(words)
    await thing[act]()
    await expectTextKept(cell)
    if (await sendAndCheck(cell)) return expect.poll(thing.texts).toContain(words)
    await waitForAnswer(cell)
    await expectTextKept(cell)
  },
})

const otherWords = '書き直した言葉'

/** The member submits words offline, and types other words before the network is back. */
const queuedEdit = (name: string, end: (cell: Cell, queued: NonNullable<Editor['queued']>) => Promise<unknown>) => ({
  name: `edit of a queued entry ${name}`,
  isOfQueue: true as const,
  run: async (cell: Cell) => {
    const { editor, page, context, member, address } = cell
    const { queued } = editor
    if (!queued) return
    await begin(cell)
    await context.setOffline(true)
    await editor.send(page)
    await expect(page.getByText('未送信').first()).toBeVisible()
    await queued.open(page)
    await editor.field(page).fill(otherWords)
    await end(cell, queued)
    expect(await editor.texts(member, address)).not.toContain(otherWords)
  },
})

export const situations: readonly Situation[] = [
  {
    name: 'reload',
    run: async (cell) => {
      await begin(cell)
      await cell.page.reload()
      await cell.editor.reopen(cell.page)
      await expectTextKept(cell)
      await sendAndFind(cell)
    },
  },
  {
    name: 'two tabs',
    run: async (cell) => {
      const { editor, page, context, member, address } = cell
      await begin(cell)
      const other = '二つ目の言葉'
      const second = await context.newPage()
      // blocks the event stream: it would report that the text was sent
      await second.route('**/api/events*', (route) => route.abort())
      await second.goto(address)
      await editor.reopen(second)
      await expect(editor.field(second)).toHaveValue(words)
      const { promise: isOtherWritten, resolve: answerFirst } = Promise.withResolvers<void>()
      await page.route(editor.write, async (route) => {
        if (route.request().method() === 'GET') return route.fallback()
        // Only the browser can resolve the host name, so Playwright needs the IP address.
        const response = await route.fetch({ url: route.request().url().replace('asakai.test', '127.0.0.1') })
        await isOtherWritten
        return route.fulfill({ response })
      })
      await sendAndFind(cell)
      // The second tab continues: its words must not silently replace the sent ones, and must not be lost.
      await editor.field(second).fill(other)
      answerFirst()
      await editor.send(second)
      const conflict = second
        .getByRole('button', { name: 'この内容を残す' })
        .or(second.getByRole('alert'))
        .or(second.getByText('送信できませんでした')) // if this text is sent before the response to the first tab arrives
        .filter({ visible: true })
        .first()
      const areBothSent = async () => {
        const texts = await editor.texts(member, address)
        expect(texts).toContain(words)
        return texts.includes(other)
      }
      await expect.poll(async () => (await areBothSent()) || conflict.isVisible()).toBe(true)
      if (!(await areBothSent())) await expect(editor.field(second)).toHaveValue(other)
    },
  },
  {
    name: 'session ended',
    run: async (cell) => {
      const { editor, page, member, address } = cell
      // blocks the event stream: it would report the end of the session before the press
      await page.route('**/api/events*', (route) => route.abort())
      await begin(cell)
      await page.waitForLoadState('networkidle')
      await member.call('POST', '/auth/logout', { refresh_token: member.tokens.refresh_token })
      await editor.send(page)
      await logInAgain(page, member)
      await expect.poll(() => editor.texts(member, address)).toContain(words)
    },
  },
  refused,
  {
    name: 'offline and back',
    run: async (cell) => {
      const { editor, page, context, member, address } = cell
      await begin(cell)
      await context.setOffline(true)
      await editor.send(page)
      if (!editor.queued) await expectTextKept(cell)
      await context.setOffline(false)
      if (editor.queued) await expect.poll(() => editor.texts(member, address)).toContain(words)
      else await sendAndFind(cell)
      expect(await count(cell)).toBe(1)
    },
  },
  queuedEdit('abandoned', async (cell) => {
    const { editor, page, context, member, address } = cell
    await context.setOffline(false)
    await expect.poll(() => editor.texts(member, address)).toEqual([words])
    await page.reload()
    await editor.reopen(page)
    await expect(editor.field(page)).toHaveValue(otherWords)
  }),
  queuedEdit('discarded', async (cell, queued) => {
    const { editor, page, context, member, address } = cell
    await queued.discard(page)
    await expect(editor.field(page)).toHaveValue(queued.showsWords ? words : '')
    await context.setOffline(false)
    await expect.poll(() => editor.texts(member, address)).toEqual([words])
  }),
  {
    name: 'midnight',
    changesPage: true,
    run: async (cell) => {
      const { editor, page } = cell
      await page.clock.install({ time: `${dateOf()}T23:59:30+09:00` })
      await begin(cell)
      await page.clock.runFor(15 * 60_000)
      await expectTextKept(cell)
      await expect(editor.field(page)).toBeFocused()
      await sendAndFind(cell)
    },
  },
  {
    name: 'change of the language',
    run: async (cell) => {
      const { editor, page, address } = cell
      await begin(cell)
      await page.goto('/settings?tab=language')
      await page.getByLabel('表示する言語').selectOption('en')
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await page.goto(address)
      await editor.reopen(page)
      await expectTextKept(cell)
      await sendAndFind(cell)
    },
  },
  elsewhere('replaced elsewhere', 'replace'),
  elsewhere('deleted elsewhere', 'remove'),
  {
    name: 'window frozen and thawed',
    changesPage: true,
    run: async (cell) => {
      const { editor, page, context, address } = cell
      await page.goto(address)
      await editor.open(page)
      const devtools = await context.newCDPSession(page)
      await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
      const second = await context.newPage()
      await begin({ ...cell, page: second })
      await second.close()
      await devtools.send('Page.setWebLifecycleState', { state: 'active' })
      await page.bringToFront()
      await expectTextKept(cell)
      await sendAndFind(cell)
    },
  },
]
