// Pictures of every screen and state into screenshots/, at 1440 and 390, light and dark, to compare with the design;
// docs/asakai.png for the README, and the two of the manifest. Run after a build with: node scripts/screenshots.ts [part of a name]
import { mkdir } from 'node:fs/promises'
import { signIn } from '../e2e/members.ts'
import { scenes } from './screenshot-scenes.ts'
import type { Scene } from './screenshot-signed-out.ts'
import { stories } from './screenshot-stories.ts'
import { renewed, type Studio, withStudio } from './screenshot-studio.ts'
import { clock } from './screenshot-team.ts'

const wanted = process.argv[2] ?? ''
await mkdir('screenshots', { recursive: true })
await withStudio(stories.ja, async (studio) => {
  for (const scene of scenes.filter(({ name }) => name.includes(wanted)))
    for (const width of [1_440, 390])
      for (const theme of ['light', 'dark'] as const) await takePicture(studio, scene, width, theme)
})

async function takePicture(
  { browser, url, members }: Studio,
  { name, as = '佐伯', signedOut = false, language = 'ja', open }: Scene,
  width: number,
  colorScheme: 'light' | 'dark',
) {
  const small = width < 768
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: small ? 844 : 900 },
    deviceScaleFactor: small ? 2 : 1,
    hasTouch: small,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
  })
  const page = await context.newPage()
  if (!signedOut) await signIn(page, await renewed(members.get(as)!))
  await page.addInitScript((chosen) => localStorage.setItem('app_language', chosen), language)
  await page.clock.setFixedTime(clock)
  await open(page)
  await page.locator('h1').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  const path = `screenshots/${name}-${width}-${colorScheme}.png`
  await page.screenshot({ path })
  if (name === 'daily' && !small && colorScheme === 'light') await page.screenshot({ path: 'docs/asakai.png' })
  // What a browser shows of the application where it offers to install it.
  if (name === 'daily' && colorScheme === 'light')
    await page.screenshot({ path: `web/public/screenshot-${small ? 'narrow' : 'wide'}.png`, scale: 'css' })
  await context.close()
  console.log(path)
}
