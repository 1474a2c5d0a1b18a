import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'puppeteer-core'

const version = '13.5.0'
const folder = join(import.meta.dirname, '..', '.cache', `lighthouse-${version}`)
const main = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')

/** Of a phone, as Lighthouse takes one by itself: a score to 100, milliseconds, and the sum of layout shifts. */
export type Judgement = { score: number; largestPaint: number; blocked: number; shifted: number }

/** What of Lighthouse is used here. */
type Lighthouse = (
  url: string,
  flags: { disableStorageReset: boolean; maxWaitForLoad: number; onlyCategories: string[]; logLevel: 'error' },
  config: undefined,
  page: Page,
) => Promise<{
  lhr: { categories: { performance: { score: number } }; audits: Record<string, { numericValue: number }> }
}>

/**
 * Judges an address as a page that is open in the browser sees it, signed in or not.
 * It is installed when it is first needed: no team needs its 176 MB.
 */
export async function judge(page: Page, url: string): Promise<Judgement> {
  if (!existsSync(main)) {
    const packages = ['install', '--prefix', folder, '--no-audit', '--no-fund', `lighthouse@${version}`]
    const { status } = spawnSync('npm', packages, { stdio: 'inherit' })
    if (status !== 0) throw new Error('Lighthouse could not be installed')
  }
  const { default: lighthouse } = (await import(pathToFileURL(main).href)) as { default: Lighthouse }
  const { lhr } = await lighthouse(
    url,
    // The stream of events never ends, and with it what Lighthouse takes for loading.
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
