import { defineConfig } from '@playwright/test'

/** The main jobs in a stock Firefox: Playwright runs the tests, Puppeteer drives the browser. */
export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/firefox',
  globalSetup: '../e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  retries: 0,
  timeout: 90_000, // milliseconds, of which Puppeteer waits 30 at most for any one thing
  expect: { timeout: 15_000 },
})
