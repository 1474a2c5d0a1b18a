import type { Page } from '@playwright/test'
import { colleague, me, openState, today } from './states.ts'
import { test } from './still-clock.ts'
import { expect } from './test.ts'

/**
 * A key, the element that has the focus before the press, and the one that has it afterwards (ARIA Authoring Practices,
 * keyboard interaction).
 */
type Row = [key: string, before: string, after: string]
type Table = {
  path: string
  /** Runs before each row, and creates its state. */
  reach: (page: Page, before: string) => Promise<unknown>
  where: (page: Page) => Promise<string>
  rows: Row[]
}

const members = [me, colleague(2, '早川', '蓮'), colleague(3, 'Tamm', 'Emilia')]
const answers = { 'GET /users': { json: members }, 'GET /calendar': { json: { address: 'https://asakai.example/x' } } }

/**
 * Returns the text of the active option if there is one. Otherwise returns the date, label or text of the focused
 * element.
 */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement!
    const active = element.getAttribute('aria-activedescendant')
    if (active) return document.getElementById(active)!.textContent
    return element.getAttribute('data-date') ?? element.ariaLabel ?? element.textContent
  })
const menu = (page: Page) => page.getByRole('button', { name: '佐伯 美咲' })
const isMenuOpen = (page: Page) => page.getByRole('menu').first().isVisible()

const items = async (page: Page) => page.getByRole('menuitem').allTextContents()
/**
 * Returns the position of the focused item in the open menu, or `last` for the last item. If the menu is closed,
 * returns `button` if its button has the focus, otherwise `elsewhere`.
 */
const menuWhere = async (page: Page) => {
  if (!(await isMenuOpen(page)))
    return (await menu(page).evaluate((button) => button === document.activeElement)) ? 'button' : 'elsewhere'
  const all = await items(page)
  const at = all.indexOf(await focused(page))
  return at === all.length - 1 ? 'last' : String(at)
}

const option = (number: number) => `青木 大輔${number}`
const many = Array.from({ length: 5 }, (_, index) => colleague(index + 2, '青木', `大輔${index + 1}`))

const tables: Record<string, Table> = {
  'a menu button': {
    path: '/',
    reach: async (page, before) => {
      await page.keyboard.press('Escape')
      await menu(page).focus()
      if (before === 'button') return
      await page.keyboard.press(before === 'last' ? 'ArrowUp' : 'ArrowDown')
      if (before === '1') await page.keyboard.press('ArrowDown')
    },
    where: menuWhere,
    rows: [
      ['Enter', 'button', '0'],
      ['Space', 'button', '0'],
      ['ArrowDown', 'button', '0'],
      ['ArrowUp', 'button', 'last'],
      ['ArrowDown', '0', '1'],
      ['ArrowDown', 'last', '0'],
      ['ArrowUp', '1', '0'],
      ['ArrowUp', '0', 'last'],
      ['Home', 'last', '0'],
      ['Home', '0', '0'],
      ['End', '0', 'last'],
      ['End', 'last', 'last'],
      ['Escape', '1', 'button'],
      ['Control+ArrowDown', '0', '0'],
    ],
  },
  'a row of tabs': {
    path: '/settings',
    reach: (page, before) => page.getByRole('tab', { name: before, exact: true }).click(),
    where: focused,
    rows: [
      ['ArrowRight', 'ユーザー情報', 'アクセス'],
      ['ArrowLeft', 'アクセス', 'ユーザー情報'],
      ['ArrowLeft', 'ユーザー情報', 'アプリ情報'],
      ['ArrowRight', 'アプリ情報', 'ユーザー情報'],
      ['Home', '通知', 'ユーザー情報'],
      ['End', '通知', 'アプリ情報'],
      ['ArrowDown', '通知', '通知'],
      ['Enter', '通知', '通知'],
    ],
  },
  'the days of a month': {
    path: '/',
    reach: async (page, before) => {
      await page.locator(`[data-date="${before}"]`).click()
      await page.locator(`[data-date="${before}"][tabindex="0"]`).focus()
    },
    where: focused,
    rows: [
      ['ArrowLeft', '2026-10-21', '2026-10-20'],
      ['ArrowRight', '2026-10-20', '2026-10-21'],
      ['ArrowUp', '2026-10-21', '2026-10-14'],
      ['ArrowDown', '2026-10-14', '2026-10-21'],
      ['ArrowUp', '2026-10-21', '2026-10-14'],
      ['Home', '2026-10-14', '2026-10-11'],
      ['Home', '2026-10-11', '2026-10-11'],
      ['End', '2026-10-11', '2026-10-17'],
      ['End', '2026-10-17', '2026-10-17'],
      ['PageUp', '2026-10-17', '2026-09-17'],
      ['Shift+PageUp', '2026-09-17', '2025-09-17'],
      ['Shift+PageDown', '2025-09-17', '2026-09-17'],
      ['PageDown', '2026-09-17', '2026-10-17'],
      ['ArrowDown', '2026-10-17', today],
      ['ArrowRight', today, today],
      ['PageDown', today, today],
    ],
  },
  'the calendar of the team': {
    path: '/team?tab=calendar',
    reach: (page, before) => page.getByRole('gridcell', { name: new RegExp(`^${before}`, 'u') }).focus(),
    where: async (page) => (await focused(page)).replace(/日.*/u, '日'),
    rows: [
      ['ArrowRight', '佐伯 美咲、10月14日', '佐伯 美咲、10月15日'],
      ['ArrowLeft', '佐伯 美咲、10月15日', '佐伯 美咲、10月14日'],
      ['ArrowLeft', '佐伯 美咲、10月1日', '佐伯 美咲、10月1日'],
      ['ArrowRight', '佐伯 美咲、10月31日', '佐伯 美咲、10月31日'],
      ['ArrowUp', '佐伯 美咲、10月14日', '佐伯 美咲、10月14日'],
      ['Home', '佐伯 美咲、10月14日', '佐伯 美咲、10月1日'],
      ['End', '佐伯 美咲、10月14日', '佐伯 美咲、10月31日'],
      ['Control+Home', '佐伯 美咲、10月31日', '佐伯 美咲、10月1日'],
      ['Control+End', '佐伯 美咲、10月1日', '早川 蓮、10月31日'],
      ['Control+Home', '早川 蓮、10月31日', '佐伯 美咲、10月1日'],
    ],
  },
  'the members of the search': {
    path: '/search',
    reach: async (page, before) => {
      await page.keyboard.press('Escape')
      const set = page.getByRole('button', { name: /この条件を外す/u })
      if (await set.count()) await set.click()
      await page.getByRole('button', { name: 'メンバー' }).press('Enter')
      await expect(page.getByRole('combobox')).toBeFocused()
      while ((await focused(page)) !== before) await page.keyboard.press('ArrowDown')
    },
    where: async (page) =>
      (await page.getByRole('combobox').isVisible()) ? focused(page) : `closed: ${await focused(page)}`,
    rows: [
      ['ArrowDown', option(1), option(2)],
      ['ArrowUp', option(2), option(1)],
      ['ArrowUp', option(1), option(5)],
      ['ArrowDown', option(5), option(1)],
      ['Control+ArrowDown', option(1), option(1)],
      ['Alt+ArrowDown', option(1), option(1)],
      ['Enter', option(3), `closed: ${option(3)}この条件を外す`],
      ['Escape', option(1), 'closed: メンバー'],
    ],
  },
  'the palette': {
    path: '/',
    reach: async (page, before) => {
      if (await page.getByRole('combobox').isVisible()) await page.keyboard.press('Escape')
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').fill('青木')
      if (before !== 'first') await page.keyboard.press(before === 'last' ? 'ArrowUp' : 'ArrowDown')
    },
    where: async (page) => {
      if (!(await page.getByRole('combobox').isVisible())) return 'closed'
      const chosen = await page.getByRole('option').evaluateAll((all) => {
        const at = all.findIndex((one) => one.ariaSelected === 'true')
        return at === all.length - 1 ? 'last' : ['first', 'second'][at]
      })
      return chosen ?? 'elsewhere'
    },
    rows: [
      ['ArrowDown', 'first', 'second'],
      ['ArrowUp', 'second', 'first'],
      ['ArrowUp', 'first', 'last'],
      ['ArrowDown', 'last', 'first'],
      ['Control+ArrowDown', 'first', 'first'],
      ['Escape', 'first', 'closed'],
      ['ControlOrMeta+k', 'first', 'closed'],
    ],
  },
  'a dialog': {
    path: '/settings?tab=access',
    reach: async (page, before) => {
      await page.keyboard.press('Escape')
      if (before === '発行する') return page.getByRole('button', { name: '発行する' }).focus()
      await page.getByRole('button', { name: '発行する' }).press('Enter')
      await page
        .getByRole('dialog')
        .getByRole(before === '名前' ? 'textbox' : 'button', { name: before })
        .focus()
    },
    where: (page) =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement
        return element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent
      }),
    rows: [
      ['Enter', '発行する', '名前'],
      ['Space', '発行する', '名前'],
      ['Escape', '名前', '発行する'],
      ['Escape', '閉じる', '発行する'],
      ['Enter', '閉じる', '発行する'],
      ['Shift+Tab', '名前', '閉じる'],
      ['Tab', '閉じる', '名前'],
    ],
  },
}

test.setTimeout(60_000) // each row takes one key or more

for (const [name, { path, reach, where, rows }] of Object.entries(tables))
  test(`the keys of ${name} follow the ARIA practices`, async ({ page }) => {
    const own = name.startsWith('the members') || name === 'the palette' ? { 'GET /users': { json: many } } : {}
    await openState(page, path, { answers: { ...answers, ...own } })
    await page.locator('h1').first().waitFor()
    for (const [key, before, after] of rows)
      await test.step(`${key}: from ${before} to ${after}`, async () => {
        if ((await where(page)) !== before) await reach(page, before)
        await expect.poll(() => where(page), 'before').toBe(before)
        await page.keyboard.press(key)
        await expect.poll(() => where(page), `${key} after ${before}`).toBe(after)
      })
  })

test('a letter key moves the focus in a menu to the item with that first letter', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('app_language', 'en'))
  await openState(page, '/', { answers })
  await page.getByRole('button', { name: /佐伯/u }).press('Enter')
  const names = await items(page)
  for (const [at, name] of names.entries()) {
    const mail = name.trim().charAt(0).toLowerCase()
    const next = [...names.slice(at + 1), ...names.slice(0, at + 1)].find((one) => one.toLowerCase().startsWith(mail))
    await page.getByRole('menuitem').nth(at).focus()
    await page.keyboard.press(mail)
    expect(await focused(page)).toBe(next)
  }
})

const alone = (page: Page) => page.locator('[data-toast]')
/** Shows a toast with an undo, by discarding what was typed in the panel. */
async function showUndo(page: Page) {
  await openState(page, '/settings?tab=frequent-tasks', { answers })
  await page.getByRole('button', { name: 'タスクを登録' }).press('Enter')
  await page.getByRole('textbox', { name: /^タスク/u }).fill('レビュー')
  await page.getByRole('button', { name: 'キャンセル' }).press('Enter')
  await expect(alone(page)).toBeVisible()
}
const back = (page: Page) => page.getByRole('textbox', { name: /^タスク/u })

for (const key of ['z', 'Control+z'])
  test(`the key ${key} undoes the action that a toast reports`, async ({ page }) => {
    await showUndo(page)
    await page.keyboard.press(key)
    await expect(alone(page)).toBeHidden()
    await expect(back(page)).toHaveValue('レビュー')
  })

for (const key of ['Enter', 'Space'])
  test(`the key ${key} presses the buttons of a toast, and the focus returns afterwards`, async ({ page }) => {
    await showUndo(page)
    const before = page.getByRole('button', { name: 'タスクを登録' })
    await expect(before).toBeFocused()
    await alone(page).getByRole('button', { name: '閉じる' }).focus()
    await page.keyboard.press(key)
    await expect(alone(page)).toBeHidden()
    await expect(before).toBeFocused()
    await showUndo(page)
    await alone(page)
      .getByRole('button', { name: /編集に戻る/u })
      .focus()
    await page.keyboard.press(key)
    await expect(back(page)).toHaveValue('レビュー')
    await expect(back(page)).toBeFocused()
  })
