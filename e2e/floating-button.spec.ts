import { signIn, signUp } from './members.ts'
import { expect, test } from './test.ts'

test('the floating button shrinks on the first scroll down and covers no blocker', async ({ page, server }) => {
  const me = await signUp({ family_name: '有村' }, server)
  await me.report({ issues: Array.from({ length: 11 }, (_, line) => `困りごと${line}番の続き`).join('\n') })
  await signIn(page, me, server)
  await page.setViewportSize({ width: 1_440, height: 700 })
  await page.goto(server)
  const button = page.getByRole('button', { name: '自分の日報を編集' })
  const widthOf = async () => (await button.boundingBox())!.width
  await expect(page.getByText('困りごと10番の続き')).toBeVisible()
  expect(await widthOf()).toBeGreaterThan(100)
  await page.mouse.move(600, 300) // away from the sidebar, which scrolls separately
  await page.mouse.wheel(0, 200)
  await expect.poll(widthOf).toBe(52)
  const covers = () =>
    page.evaluate(() => {
      const own = document.querySelector('[aria-keyshortcuts="N"].fixed')!.getBoundingClientRect()
      return [...document.querySelectorAll('td:last-child')].some((cell) => {
        const { right, top, bottom } = cell.getBoundingClientRect()
        return right > own.left && top < own.bottom && bottom > own.top
      })
    })
  expect(await covers()).toBe(false)
  await button.hover()
  await expect.poll(widthOf).toBeGreaterThan(100)
  await page.mouse.move(600, 300)
  await expect.poll(widthOf).toBe(52)
  await page.mouse.wheel(0, -100)
  await expect.poll(widthOf).toBeGreaterThan(100)
})

test("the floating button does not cover a new team's first steps", async ({ page, baseURL }) => {
  await signIn(page, await signUp({}, baseURL, { keepsFirstSteps: true }), baseURL)
  await page.goto('/')
  const button = await page.locator('[aria-keyshortcuts="N"]').elementHandle()
  // Measures both elements at the same moment, because the page may still load.
  const gap = await page
    .getByRole('region', { name: 'はじめの設定' })
    .evaluate((steps, beside) => beside.getBoundingClientRect().left - steps.getBoundingClientRect().right, button)
  expect(gap).toBeGreaterThanOrEqual(0)
})

test('the sidebar is hidden at 1024 pixels, and stays open after a member opens it', async ({ page, member }) => {
  await page.setViewportSize({ width: 1_024, height: 768 })
  await page.goto('/')
  await page.getByRole('button', { name: 'サイドバーをたたむ' }).click()
  const sidebar = page.getByRole('complementary', { name: 'サイドバー' })
  await expect(sidebar).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(sidebar).toBeHidden()
  await page.getByRole('button', { name: 'メニューを開く' }).click()
  await page.getByRole('button', { name: 'サイドバーを固定する' }).click()
  await expect(sidebar.getByRole('button', { name: member.name })).toBeVisible()
})
