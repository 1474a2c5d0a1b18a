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
  timeout: 90_000, // milliseconds; Puppeteer waits at most 30 seconds for each step
  expect: { timeout: 15_000 },
})
