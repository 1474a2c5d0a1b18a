import type { Page } from '@playwright/test'
import { signUp } from './members.ts'
import { expect, ownContext as test } from './test.ts' // needs an empty cache

/**
 * Turns the browser's data saver on or off. Returns a function that counts the later requests for a matching file name.
 */
async function watched(page: Page, savesData: boolean) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: savesData })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/^.*\//u, '')))
  return { asked: (name: RegExp) => asked.filter((each) => name.test(each)).length }
}

for (const savesData of [false, true])
  test(`a browser ${savesData ? 'that saves data prefetches nothing' : 'prefetches the next screens'}`, async ({
    page,
  }) => {
    const misaki = await signUp()
    const { asked } = await watched(page, savesData)
    await page.goto('/login')
    await page.getByLabel('メールアドレス').fill(misaki.email)
    const password = page.getByLabel('パスワード')
    await password.fill(misaki.password)
    if (savesData) expect(asked(/^shell-.*js$/u)).toBe(0)
    else await expect.poll(() => asked(/^shell-.*js$/u)).toBeGreaterThan(0)
    await password.press('Enter')

    const write = page.getByRole('button', { name: '日報を書く' }).last()
    await expect(write).toBeVisible()
    await page.getByRole('link', { name: 'アクティビティ' }).hover()
    if (savesData) expect(asked(/^activity-.*js$/u)).toBe(0)
    else await expect.poll(() => asked(/^activity-.*js$/u)).toBeGreaterThan(0)
    if (savesData) expect(asked(/^day-panel-.*js$/u)).toBe(0)
    else await expect.poll(() => asked(/^day-panel-.*js$/u)).toBeGreaterThan(0)
    await write.click()
    await expect(page.getByLabel('昨日やったこと')).toBeFocused()
    expect(asked(/^day-panel-.*js$/u)).toBeGreaterThan(0)
  })
