import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'puppeteer-core'

const version = '13.5.0'
const folder = join(import.meta.dirname, '..', '.cache', `lighthouse-${version}`)
const main = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')

/** Results for Lighthouse's default phone. `score`: up to 100. `largestPaint`, `blocked`: milliseconds. */
export type PageScore = { score: number; largestPaint: number; blocked: number; shifted: number }

type Lighthouse = (
  url: string,
  flags: { disableStorageReset: boolean; maxWaitForLoad: number; onlyCategories: string[]; logLevel: 'error' },
  config: undefined,
  page: Page,
) => Promise<{
  lhr: { categories: { performance: { score: number } }; audits: Record<string, { numericValue: number }> }
}>

/**
 * Opens an address in a page of the browser, and measures it. Installs Lighthouse at the first use, because teams do
 * not need its 176 MB.
 */
export async function measurePage(page: Page, url: string): Promise<PageScore> {
  if (!existsSync(main)) {
    const packages = ['install', '--prefix', folder, '--no-audit', '--no-fund', `lighthouse@${version}`]
    const { status } = spawnSync('npm', packages, { stdio: 'inherit' })
    if (status !== 0) throw new Error('Lighthouse could not be installed')
  }
  const { default: lighthouse } = (await import(pathToFileURL(main).href)) as { default: Lighthouse }
  const { lhr } = await lighthouse(
    url,
    // Limits the wait for the page, because the event stream never ends.
    { disableStorageReset: true, maxWaitForLoad: 15_000, onlyCategories: ['performance'], logLevel: 'error' },
    undefined,
    page,
  )
  const figure = (name: string) => lhr.audits[name]!.numericValue
  return {
    score: Math.round(lhr.categories.performance.score * 100),
    largestPaint: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    shifted: figure('cumulative-layout-shift'),
  }
}
