// Measures what pathological notes cost the main thread of a browser, in milliseconds: script, style, layout and
// painting together, as Chromium counts them. Fails if a note of 10,000 characters exceeds the budget, or if many such
// notes on one screen block the page. Run with: node bench/markdown.ts
import { fileURLToPath } from 'node:url'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { hostileNotes } from '#web/testing/hostile-markdown.ts'
import { findBrowser } from '../tools/test/browser.mjs'
import { figure } from './figure.ts'

const budget = 10 // milliseconds to parse and render one note
const many = 60
const longestTask = 200 // milliseconds
const rounds = 5

const root = fileURLToPath(new URL('..', import.meta.url))
const address = 'http://asakai.test'

const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [], // Chromium's sandbox does not start as root
})
try {
  const page = await open()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await measure(page, session, ['Warm **up** with [a link](https://a.example)\n\n- and a list\n'.repeat(30)])

  const costs: { name: string; script: number; all: number }[] = []
  for (const [name, text] of hostileNotes) {
    const taken = []
    for (let round = 0; round < rounds; round += 1) taken.push(await measure(page, session, [text]))
    // Counts the quickest run, which other load has disturbed least.
    costs.push({ name, script: least(taken, 'script'), all: least(taken, 'all') })
  }
  costs.sort((one, other) => other.script - one.script)
  console.log(`${costs.length} notes of 10,000 characters; script (with style, layout and painting), the worst:`)
  for (const { name, script, all } of costs.slice(0, 10))
    console.log(`${script.toFixed(1).padStart(7)} ms (${all.toFixed(1)} ms)  ${name}`)
  const [worst] = costs
  figure({
    name: 'the worst note of 10,000 characters',
    goal: `under ${budget} ms`,
    value: `${worst!.script.toFixed(1)} ms`,
    holds: worst!.script < budget,
  })

  // Takes only notes in ASCII, because drawing a character that no font of this machine has takes much longer.
  const lettersOnly = costs.map(({ name }) => hostileNotes.get(name)!).filter((text) => /^[\n -~]+$/u.test(text))
  const worstOfAll = lettersOnly.slice(0, 10)
  await measure(
    page,
    session,
    Array.from({ length: many }, (_, index) => worstOfAll[index % worstOfAll.length]!),
  )
  const longest = await page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks))
  figure({
    name: `the longest task of ${many} such notes on a screen`,
    goal: `under ${longestTask} ms`,
    value: `${longest.toFixed(0)} ms`,
    holds: longest < longestTask,
  })
} finally {
  await browser.close()
}

function least(taken: readonly { script: number; all: number }[], what: 'script' | 'all') {
  return Math.min(...taken.map((cost) => cost[what]))
}

async function open(): Promise<Page> {
  const bundle = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    build: { write: false, rolldownOptions: { input: 'bench/pages/markdown.tsx' } },
  })
  if (!('output' in bundle)) throw new Error('One bundle was expected.')
  const files = new Map(bundle.output.map((file) => [`/${file.fileName}`, 'code' in file ? file.code : file.source]))
  const entry = bundle.output.find((file) => 'isEntry' in file && file.isEntry)!.fileName

  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } })
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    const content = files.get(pathname)
    return content === undefined
      ? route.fulfill({
          contentType: 'text/html',
          body: `<body><script type="module" src="/${entry}"></script></body>`,
        })
      : route.fulfill({ contentType: 'text/javascript', body: String(content) })
  })
  await page.addInitScript(() => {
    const longTasks: number[] = []
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
    Object.assign(window, { longTasks })
  })
  await page.goto(address)
  await page.locator('main').waitFor({ state: 'attached' })
  return page
}

/** @returns milliseconds from an empty page until the notes are rendered */
async function measure(page: Page, session: CDPSession, notes: readonly string[]) {
  await show(page, [])
  await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks.splice(0))
  const before = await spent(session)
  await show(page, notes)
  const after = await spent(session)
  return { script: after.script - before.script, all: after.all - before.all }
}

/** Waits until the page has not changed for some frames, so that the observer and React's transition are done. */
async function show(page: Page, notes: readonly string[]) {
  await page.evaluate(async (texts) => {
    window.postMessage(texts, window.location.origin)
    for (let frame = 0; frame < texts.length + 8; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestIdleCallback(resolve))
  }, notes)
}

async function spent(session: CDPSession) {
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)!.value
  return { script: seconds('ScriptDuration') * 1_000, all: seconds('TaskDuration') * 1_000 }
}
