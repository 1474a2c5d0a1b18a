import { defineConfig } from '@playwright/test'

/** The main jobs in WebKit, the engine of Safari: Playwright runs the tests, the W3C's WebDriver drives the browser. */
export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/webkit',
  globalSetup: '../e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  retries: 0,
  timeout: 90_000, // milliseconds
  expect: { timeout: 15_000 },
})
