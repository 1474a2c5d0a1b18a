import { defineConfig } from '@playwright/test'
import { findBrowser } from './tools/test/browser.mjs'
import { fastTemporaryFolder } from './server/testing/fast-temporary-folder.ts'
import { requireNode } from './tools/test/required-node.ts'

requireNode(process.versions.node)

const asRoot = process.getuid?.() === 0

/**
 * Chromium's processes share memory in /dev/shm if it has room, and otherwise in files, which takes 7 % more CPU time.
 */
const ignoreDefaultArgs = (await fastTemporaryFolder()) === '/dev/shm' ? ['--disable-dev-shm-usage'] : []

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/playwright',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: '150%', // relative to the cores: each worker sometimes waits for its server or its page
  retries: 0, // a flaky test counts as a failure
  timeout: 30_000, // milliseconds
  expect: { timeout: 15_000 }, // milliseconds to wait for an expected change, also on a busy machine
  use: {
    baseURL: process.env['ASAKAI_URL'], // set by the global setup
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block', // tests cannot replace responses behind a service worker; tests about it allow it
    screenshot: 'only-on-failure',
    // Chromium's sandbox does not start as root.
    launchOptions: { executablePath: await findBrowser(), args: asRoot ? ['--no-sandbox'] : [], ignoreDefaultArgs },
  },
})
