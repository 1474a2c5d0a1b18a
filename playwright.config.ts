import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'
import { quickPlace } from './server/testing/quick-place.ts'

const asRoot = process.getuid?.() === 0

/** Chromium's processes share memory in /dev/shm if that has room, and otherwise in files, which takes 7 % more CPU time. */
const ignoreDefaultArgs = (await quickPlace()) === '/dev/shm' ? ['--disable-dev-shm-usage'] : []

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/playwright',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: '150%', // of the cores: each waits now and then, for what its server or its page does elsewhere
  retries: 0, // a test that passes now and then is a fault
  timeout: 30_000, // milliseconds
  expect: { timeout: 15_000 }, // for what has to come, however busy the machine is
  use: {
    baseURL: process.env['ASAKAI_URL'], // set by the global set-up
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block', // what they answer no test could change; offline.spec.ts allows them
    screenshot: 'only-on-failure',
    // Chromium's sandbox does not start as root.
    launchOptions: { executablePath: await findBrowser(), args: asRoot ? ['--no-sandbox'] : [], ignoreDefaultArgs },
  },
})
