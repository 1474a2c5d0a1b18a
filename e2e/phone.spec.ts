import type { Page } from '@playwright/test'
import { dateOf } from './members.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const bar = (page: Page) => page.getByRole('navigation', { name: '主な画面' })

test('the bottom bar opens the main screens, the form and the menu (E5.07)', async ({ page, member }) => {
  await page.goto('/')
  await bar(page).getByRole('button', { name: '日報を書く' }).tap()
  const panel = page.getByRole('dialog', { name: '日報を書く' })
  await panel.getByLabel('昨日やったこと').fill('設計')
  await panel.getByLabel('今日やること').fill('実装')
  await panel.getByRole('button', { name: /^提出する/u }).tap()
  await expect(panel).toBeHidden()
  const edit = bar(page).getByRole('button', { name: '自分の日報を編集' })
  await expect(edit).toBeFocused()

  await bar(page).getByRole('link', { name: '自分あて' }).tap()
  await expect(page).toHaveURL(/\/mentions$/u)
  await expect(bar(page).getByRole('link', { name: '自分あて' })).toHaveAttribute('aria-current', 'page')
  await bar(page).getByRole('link', { name: '月報' }).tap()
  await expect(page).toHaveURL(/page=monthly-report/u)
  await edit.tap()
  await expect(page.getByRole('dialog', { name: '日報を編集' })).toBeVisible()
  await page.keyboard.press('Escape')
  await bar(page).getByRole('button', { name: 'メニュー' }).tap()
  await expect(
    page.getByRole('dialog', { name: 'サイドバー' }).getByRole('button', { name: member.name }),
  ).toBeVisible()
})

test('the bottom bar appears only on small screens, not on paper or over the meeting view', async ({
  page,
  member,
}) => {
  await member.report()
  await page.goto('/')
  await expect(bar(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(bar(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 768, height: 844 })
  await expect(bar(page)).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/?present')
  await expect(page.getByRole('dialog', { name: '朝会モード' })).toBeVisible()
  const isOnTop = await bar(page).evaluate((element) => {
    const { top } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(100, top + 20))
  })
  expect(isOnTop).toBe(false)
})

for (const [path, tab, arrow] of [
  ['/?page=monthly-report', '月', '前の月'],
  ['/week', '週', '前の週'],
] as const)
  test(`the arrows of ${path} are at the end of the row of tabs`, async ({ page, member }) => {
    await member.report()
    await page.goto(path)
    const button = await page.getByRole('button', { name: arrow }).elementHandle()
    // Measures both elements at the same moment, because the page may still load.
    const [tabs, box] = await page
      .getByRole('link', { name: tab, exact: true })
      .evaluate((link, arrowButton) => [link, arrowButton].map((one) => one.getBoundingClientRect().toJSON()), button)
    expect(box.top).toBeGreaterThanOrEqual(tabs.top)
    expect(box.bottom).toBeLessThanOrEqual(tabs.bottom)
    expect([box.width, box.height]).toEqual([44, 44])
    expect(box.left).toBeGreaterThan(195)
  })

test('the comment field of a report without comments gets the focus and is wholly visible (WCAG 2.4.3)', async ({
  page,
  member,
}) => {
  await page.setViewportSize({ width: 390, height: 560 })
  await member.report()
  await page.goto('/')
  await page.getByRole('button', { name: /コメント/u }).tap()
  const field = page.getByRole('textbox', { name: /^コメント/u })
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 1 })
  await expect(bar(page)).toBeHidden()
})

for (const width of [320, 390])
  for (const language of ['de', 'et', 'ja'])
    test(`every item of the bottom bar fits at a width of ${width} in ${language}`, async ({
      page,
      member: _member,
    }) => {
      await page.setViewportSize({ width, height: 700 })
      await page.goto('/settings?tab=language')
      await page.evaluate((chosen) => localStorage.setItem('app_language', chosen), language)
      await page.goto('/')
      const parts = page.locator('.tab-bar > *')
      await expect(parts).toHaveCount(5)
      for (const part of await parts.all()) {
        const box = (await part.boundingBox())!
        expect(box.width).toBeGreaterThanOrEqual(52)
        expect(box.height).toBeGreaterThanOrEqual(60)
        const isCut = await part.evaluate((element) =>
          [...element.querySelectorAll('.truncate')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
        )
        expect(isCut).toBe(false)
      }
    })

test('a report form opened by touch focuses no field if it lists the last plan (E5.07)', async ({ page, member }) => {
  await member.report({ report_date: dateOf(-1), today_plan: '検索画面の設計', issues: '' })
  await page.goto('/')
  await bar(page).getByRole('button', { name: '日報を書く' }).tap()
  await expect(page.getByRole('radiogroup', { name: '検索画面の設計' })).toBeVisible()
  await expect(page.locator('textarea:focus')).toHaveCount(0)
})

test('the submit button stays above the screen’s keyboard (E5.07)', async ({ page, member: _member }) => {
  await page.goto('/')
  await bar(page).getByRole('button', { name: '日報を書く' }).tap()
  const submit = page.getByRole('button', { name: /^提出する/u })
  await expect(submit).toBeVisible()
  await page.evaluate(() => {
    Object.defineProperty(window.visualViewport, 'height', { value: 500, configurable: true })
    window.visualViewport!.dispatchEvent(new Event('resize'))
  })
  await expect
    .poll(async () => {
      const box = await submit.boundingBox()
      return box!.y + box!.height
    })
    .toBeLessThanOrEqual(500)
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /interactive-widget=resizes-content/u)
})

/** Functions that each open a layer over the page, and return the name of the layer. */
const layers: Record<string, (page: Page) => Promise<string>> = {
  'the form of a report': async (page) => {
    await bar(page).getByRole('button', { name: '日報を書く' }).tap()
    return '日報を書く'
  },
  'the drawer': async (page) => {
    await page.getByRole('button', { name: 'メニューを開く' }).tap()
    return 'サイドバー'
  },
  'the palette, opened from the drawer': async (page) => {
    await page.getByRole('button', { name: 'メニューを開く' }).tap()
    await page.getByRole('button', { name: /^検索 /u }).tap()
    return '検索と移動'
  },
}

for (const [name, open] of Object.entries(layers))
  test(`the browser’s Back closes ${name}, and another way to close leaves no history entry`, async ({
    page,
    member: _member,
  }) => {
    await page.goto('/settings')
    await page.goto('/')
    const layer = page.getByRole('dialog', { name: await open(page) })
    await expect(layer).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state?.layers)).toBe(1)
    await page.goBack()
    await expect(layer).toBeHidden()
    await expect(page).toHaveURL(/\/$/u)

    await open(page)
    await expect(layer).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state?.layers)).toBe(1)
    await page.keyboard.press('Escape')
    await expect(layer).toBeHidden()
    await expect.poll(() => page.evaluate(() => history.state?.layers)).toBeUndefined()
    await page.goBack()
    await expect(page).toHaveURL(/\/settings$/u)
  })

test('the browser’s Back closes a form without losing its text', async ({ page, member }) => {
  await member.report({ report_date: dateOf(-1) })
  await page.goto('/')
  await bar(page).getByRole('button', { name: '日報を書く' }).tap()
  const plan = page.getByLabel('今日やること')
  await plan.fill('実装の続き')
  await page.goBack()
  await expect(plan).toBeHidden()
  await bar(page).getByRole('button', { name: '日報を書く' }).tap()
  await expect(plan).toHaveValue('実装の続き')
  await page.goBack()
  await expect(plan).toBeHidden()

  await page.getByRole('button', { name: 'メニューを開く' }).tap()
  await page.getByRole('dialog', { name: 'サイドバー' }).getByRole('link', { name: '月報' }).tap()
  await expect(page).toHaveURL(/monthly-report/u)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/u)
  await expect.poll(() => page.evaluate(() => history.state?.layers)).toBeUndefined()
})

test('the browser’s Back closes the meeting view, and Escape leaves no history entry', async ({ page, member }) => {
  await member.report()
  await page.goto('/settings')
  await page.goto('/')
  const meeting = page.getByRole('dialog', { name: '朝会モード' })
  for (const end of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await expect(page.getByRole('table', { name: 'メンバーの日報' })).toBeVisible()
    await page.keyboard.press('p')
    await expect(meeting).toBeVisible()
    await end()
    await expect(meeting).toBeHidden()
    await expect(page).toHaveURL(/\/$/u)
  }
  await page.goBack()
  await expect(page).toHaveURL(/\/settings$/u)
})

test('the page keeps its scroll position when the drawer closes', async ({ page, member: _member }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'メニューを開く' }).tap()
  await expect.poll(() => page.evaluate(() => history.state?.layers)).toBe(1)
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px'
    scrollTo(0, 600)
  })
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => history.state?.layers)).toBeUndefined()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await page.evaluate(() => scrollY)).toBe(600)
})
