import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { dateOf } from './members.ts'
import { expect, test } from './test.ts'
import { lineOf } from './services.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, contextOptions: { reducedMotion: 'reduce' } })

const controls = 'a[href], button, input, select, textarea, summary, [role=menuitem]'

/**
 * Returns controls with a touch target below 44 by 44 (WCAG 2.5.5). The target includes labels and invisible
 * extensions. A link within a sentence may be as high as its line.
 */
const smallTargets = (page: Page) =>
  page.locator(controls).evaluateAll((all) => {
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some((node) => node !== element && node.textContent?.trim())
    return all
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
      .filter((element) => !element.matches(':disabled') && element.getBoundingClientRect().width > 1)
      .filter((element) => !isInSentence(element))
      .flatMap((element) => {
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        const { x, y, width, height } = element.getBoundingClientRect()
        const middle = [x + width / 2, y + height / 2] as const
        const meets = (right: number, down: number) => {
          const met = document.elementFromPoint(middle[0] + right, middle[1] + down)
          return met && (element.contains(met) || met.closest('label')?.control === element)
        }
        if (!meets(0, 0)) return [] // covered by something else, such as a dialog or a menu
        const { top, bottom } = element.getBoundingClientRect()
        const edges = [top + 2, bottom - 2].map((edge) => document.elementFromPoint(middle[0], edge))
        if (!element.closest('[popover]') && edges.some((met) => met?.closest('[popover]'))) return [] // partly covered
        const reach = (right: number, down: number) => {
          let steps = 0
          while (steps < 44 && meets(right * (steps + 1), down * (steps + 1))) steps += 1
          return steps
        }
        const wide = reach(-1, 0) + reach(1, 0) + 1
        const high = reach(0, -1) + reach(0, 1) + 1
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
        return wide < 44 || high < 44 ? [`${wide} × ${high} ${element.localName} ${name.slice(0, 60)}`] : []
      })
  })

async function expectRoomForFingers(page: Page, where: string) {
  await test.step(where, async () => {
    expect.soft(await smallTargets(page), where).toEqual([])
  })
}

const toVisitors = ['/login', '/signup', '/password-reset', '/licence', '/help']
test('no touch target is smaller than a finger on the pages for visitors', async ({ page }) => {
  for (const path of toVisitors) {
    await page.goto(path)
    await expect(page.locator('#drawn')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectRoomForFingers(page, path)
  }
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).last()

test('no touch target is smaller than a finger on the screens for members', async ({ page, member }) => {
  test.setTimeout(60_000)
  await member.report({ issues: '検証環境のDBが落ちています https://example.com' })
  await member.call('POST', '/insights/', { type: 'keep', note: '早い時間帯の言葉' })
  await member.call('POST', '/invitations/', { email: `touch-${randomUUID()}@example.com`, role: 'member' })
  await member.call('PUT', `/holidays/${dateOf(1)}`, { name: '創立記念日' })
  const screens: [name: string, path: string, open: (() => Promise<unknown>)[]][] = [
    [
      'the day',
      '/',
      [
        () => expect(button(page, '引き受ける')).toBeVisible(),
        () => button(page, 'メニューを開く').tap(),
        () => page.getByRole('button', { name: member.name }).tap(),
        () => page.getByRole('menuitem', { name: /ショートカット/u }).tap(),
      ],
    ],
    [
      'time off',
      '/',
      [() => button(page, 'その他').tap(), () => page.getByRole('menuitem', { name: '休みにする' }).tap()],
    ],
    [
      'the palette',
      '/',
      [() => expect(page.getByRole('table')).toBeVisible(), () => page.keyboard.press('ControlOrMeta+k')],
    ],
    ['writing', '/', [() => button(page, '自分の日報を編集').tap()]],
    ['the month', '/?page=monthly-report', [() => button(page, '書き出す').tap()]],
    [
      'activity',
      '/?page=activity',
      [() => button(page, '自分のふりかえりの操作').tap(), () => page.getByRole('menuitem', { name: '編集' }).tap()],
    ],
    ['the dashboard', '/dashboard', [() => page.getByText('数え方').tap()]],
    ['the team', '/team?invite', [() => expect(page.getByRole('list', { name: 'メンバー' })).toBeVisible()]],
    ['invitations', '/team?tab=pending', [() => expect(button(page, /取り消す/u)).toBeVisible()]],
    [
      "the team's calendar",
      '/team?tab=calendar',
      [
        () => expect(button(page, '創立記念日を編集')).toBeVisible(),
        () => button(page, '創立記念日を編集').tap(),
        () => button(page, '休みを登録').tap(),
      ],
    ],
    ["the team's settings", '/team?tab=settings', [() => expect(page.getByLabel('タイムゾーン')).toBeVisible()]],
    [
      'settings, user-info',
      '/settings',
      [() => button(page, 'プロフィールを編集').tap(), () => lineOf(page, 'Backlog').tap()],
    ],
    [
      'settings, access',
      '/settings?tab=access',
      [() => expect(button(page, '削除に進む')).toBeVisible(), () => button(page, '削除に進む').tap()],
    ],
    [
      'settings, notifications',
      '/settings?tab=notifications',
      [() => expect(page.getByRole('switch').first()).toBeVisible()],
    ],
    [
      'settings, frequent-tasks',
      '/settings?tab=frequent-tasks',
      [() => expect(page.getByRole('tabpanel')).toBeVisible()],
    ],
    [
      'settings, backlog-settings',
      '/settings?tab=backlog-settings',
      [() => expect(page.getByRole('switch').first()).toBeVisible()],
    ],
    ['settings, language', '/settings?tab=language', [() => expect(page.getByLabel('表示する言語')).toBeVisible()]],
    ['settings, app-info', '/settings?tab=app-info', [() => expect(page.getByRole('tabpanel')).toBeVisible()]],
  ]
  for (const [name, path, steps] of screens) {
    await page.goto(path)
    for (const [index, step] of steps.entries()) {
      await step()
      await expectRoomForFingers(page, `${name} ${index + 1}`)
    }
  }
})

test('no touch target of a report with the last plan is smaller than a finger', async ({ page, member }) => {
  await member.report({ report_date: dateOf(-3), today_plan: '設計\n試験' })
  const done = { text: '決済の再試行を修正 #476', url: 'https://github.example/476', source: 'github', kind: 'merged' }
  await page.route('**/api/daily-reports/draft?*', (route) =>
    route.fulfill({ json: { planned: [{ text: '設計', carried: 3 }], done: [{ ...done, reference: '#476' }] } }),
  )
  await page.goto('/')
  await button(page, '日報を書く').tap()
  await expect(page.getByRole('button', { name: '困りごとにする' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'マージ済み #476' })).toBeVisible()
  await expectRoomForFingers(page, 'the last plan')
})

test('no touch target is smaller than a finger on a tablet', async ({ page, member }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await member.call('POST', '/insights/', { type: 'keep', note: '早い時間帯の言葉' })
  await page.goto('/')
  await expect(button(page, '日報を書く')).toBeVisible()
  await expectRoomForFingers(page, 'the day')
  await page.goto('/?page=activity')
  await expect(button(page, '自分のふりかえりの操作')).toBeVisible()
  await expectRoomForFingers(page, 'activity')
})
