import { defineConfig } from '@playwright/test'
import { findBrowser } from '../tools/test/browser.mjs'
import type { Options } from './test.ts'

const asRoot = process.getuid?.() === 0 // Chromium's sandbox does not start as root
const wide = { viewport: { width: 1_440, height: 900 } }
const narrow = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true }

/**
 * Takes pictures of every screen and state into screenshots/, to compare them with the design. Takes the pictures of
 * the members' guide into docs/members/pictures. `node tools/launch.mjs shots --project=guide-ja` runs one project, and
 * `-g daily` takes the pictures of one name.
 */
export default defineConfig<Options, Options>({
  testDir: '.',
  outputDir: '../.cache/shots',
  workers: '50%', // one worker for every two cores; each has its own server
  fullyParallel: true,
  timeout: 60_000, // milliseconds
  use: {
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Tokyo',
    launchOptions: { executablePath: await findBrowser(), args: asRoot ? ['--no-sandbox'] : [] },
  },
  projects: [
    ...(['light', 'dark'] as const).flatMap((colorScheme) => [
      { name: `1440-${colorScheme}`, testIgnore: 'guide.spec.ts', use: { ...wide, locale: 'ja-JP', colorScheme } },
      { name: `390-${colorScheme}`, testIgnore: 'guide.spec.ts', use: { ...narrow, locale: 'ja-JP', colorScheme } },
    ]),
    ...(
      [
        ['ja', 'ja-JP'],
        ['en', 'en-GB'],
      ] as const
    ).map(([language, locale]) => ({
      name: `guide-${language}`,
      testMatch: 'guide.spec.ts',
      use: { language, story: language, locale, viewport: { width: 1_200, height: 760 } },
    })),
  ],
})
