// Measures what a person in a browser waits for, on the built pages. Lighthouse scores the login and a day. On a
// simulated slow machine, measures the time to show another day or a typed letter, and the dropped frames while a long
// timeline scrolls. Run with: node bench/browser.ts
import { sql } from 'kysely'
import { type Browser, type KeyInput, launch, type Page } from 'puppeteer-core'
import { withEveryTeamTransaction, openDatabase } from '#server/db/database.ts'
import { findBrowser } from '../tools/test/browser.mjs'
import { figure } from './figure.ts'
import { middle, startFilled } from './filled.ts'
import { type PageScore, measurePage } from './lighthouse.ts'

const size = { teams: 1, members: 100, days: 30 }
const insights = 1_000
const viewport = { width: 1_440, height: 900 }
const slower = 4 // the simulated machine's processor is this many times slower than ours
const times = 15
const judgements = 5
const scrolls = 7

const { address, connection, token, stop } = await startFilled(size)
await writeInsights()
const browser = await launch({
  executablePath: await findBrowser(),
  // A visitor's browser sends a language, for which the build has rendered the login. By default this browser would
  // send no language.
  args: ['--accept-lang=ja-JP', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  env: { ...process.env, TZ: 'Asia/Tokyo' },
})

report('the login', 100, await judged(browser, '/login'))
report('a day of 100 reports', 97, await judged(browser, '/', token))
const page = await openDay(browser)
reportTimes(`a day changed, ${slower} times slower, to what the window shows`, 100, await changeDays(page))
reportTimes('a letter typed to what is painted', 16, await typeLetters(page))
const missed: number[] = []
while (missed.length < scrolls) missed.push(await scrollInsights(browser))
figure({
  name: `frames left out while the first 100 of ${insights} insights are scrolled for the first time`,
  goal: '0 in the middle',
  value: `${middle(missed)} in the middle of ${scrolls} times, ${Math.max(...missed)} at most`,
  holds: middle(missed) === 0,
})

await browser.close()
await stop()

/** Adds insights of today to the team. */
async function writeInsights() {
  const database = openDatabase({ ...connection, max: 1 }, () => {})
  await withEveryTeamTransaction(database, (db) =>
    sql`
      insert into insights (team_id, id, user_id, type, note)
      select team_id, gen_random_uuid(), id, 'try', '早い時間帯に書く ' || n
      from users, generate_series(1, ${insights / size.members}::int) as n`.execute(db),
  )
  await database.destroy()
}

/** Returns the median scores of several runs, each in a browser with empty caches. */
async function judged(by: Browser, path: string, as?: string): Promise<PageScore> {
  const all: PageScore[] = []
  while (all.length < judgements) {
    const context = await by.createBrowserContext()
    const fresh = await context.newPage()
    if (as !== undefined) await enter(fresh, as)
    all.push(await measurePage(fresh, address + path))
    await context.close()
  }
  return all.sort((one, other) => one.score - other.score)[Math.floor(judgements / 2)]!
}

/** Stores a token in the browser, on a page that runs no script of the application. */
async function enter(fresh: Page, as: string) {
  await fresh.goto(`${address}/theme.js`)
  await fresh.evaluate((given) => localStorage.setItem('daily_standup_token', given), as)
}

async function openDay(by: Browser): Promise<Page> {
  const opened = await by.newPage()
  await opened.setViewport(viewport)
  await enter(opened, token)
  await opened.goto(`${address}/`)
  await opened.waitForSelector(`main h1`)
  return opened
}

/** Returns the milliseconds from each key press to the frame in which the previous day fills the window. */
async function changeDays(on: Page): Promise<number[]> {
  const painted: number[] = []
  const last = "[...document.querySelectorAll('main tbody tr')].at(-1)"
  await on.emulateCPUThrottling(slower)
  for (let time = 0; time < times; time += 1) {
    // Waits until the neighbouring days are prefetched. Ignores one open request: the event stream, which never ends.
    await on.waitForNetworkIdle({ idleTime: 500, concurrency: 1 })
    const day = "document.querySelector('main h1').textContent"
    painted.push(await afterKey(on, 'ArrowLeft', day, `${last}?.getBoundingClientRect().bottom >= innerHeight`))
  }
  await on.emulateCPUThrottling(null)
  return painted
}

/** Returns the milliseconds from each typed letter to the frame that shows it. */
async function typeLetters(on: Page): Promise<number[]> {
  await on.keyboard.press('n')
  await on.waitForSelector('textarea:focus')
  const painted: number[] = []
  for (const letter of 'what I did yesterday, and more of it')
    painted.push(await afterKey(on, letter as 'a', 'document.activeElement.value', 'true'))
  return painted
}

/**
 * Measures a key press.
 * @param state an expression in the page that the key changes
 * @param there an expression that is true after the change
 * @returns milliseconds from the press to the end of the frame that shows the change
 */
async function afterKey(on: Page, key: KeyInput, state: string, there: string): Promise<number> {
  await on.evaluate(`void (painted = new Promise((done) => {
    const before = ${state}
    addEventListener('keydown', () => {
      const from = performance.now()
      const look = () => {
        if (${state} === before || !(${there})) return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done(performance.now() - from)
        port2.postMessage('the frame is painted')
      }
      requestAnimationFrame(look)
    }, { once: true, capture: true })
  }))`)
  await on.keyboard.press(key)
  return (await on.evaluate('painted')) as number
}

/**
 * Scrolls in a new tab, whose heap has no garbage to collect.
 * @returns the number of dropped frames (at 60 a second) until the end of the first 100 insights
 */
async function scrollInsights(by: Browser): Promise<number> {
  const on = await by.newPage()
  await on.setViewport(viewport)
  await on.goto(`${address}/?page=activity`)
  await on.waitForSelector('main tbody tr[id]')
  await on.waitForNetworkIdle({ idleTime: 500, concurrency: 1 })
  await on.evaluate(`
    frames = []
    requestAnimationFrame(function note(at) { frames.push(at); requestAnimationFrame(note) })`)
  await on.mouse.move(700, 700)
  for (let time = 0; time < 300; time += 1) await on.mouse.wheel({ deltaY: 400 })
  const painted = (await on.evaluate('frames')) as number[]
  const missed = painted.slice(1).map((at, index) => Math.max(0, Math.round(((at - painted[index]!) * 60) / 1_000) - 1))
  await on.close()
  return missed.reduce((sum, each) => sum + each, 0)
}

/** @param most the goal for the median, in milliseconds */
function reportTimes(name: string, most: number, all: number[]) {
  const slowest = Math.max(...all).toFixed(0)
  const value = `${middle(all).toFixed(1)} ms in the middle, ${slowest} ms at most`
  figure({ name, goal: `${most} ms in the middle`, value, holds: middle(all) <= most })
}

function report(name: string, least: number, { score, largestPaint, blocked, shifted }: PageScore) {
  const seconds = (largestPaint / 1_000).toFixed(2)
  const value = `${score}: largest paint ${seconds} s, blocked ${blocked.toFixed(0)} ms, shifted ${shifted.toFixed(3)}`
  figure({ name: `Lighthouse of ${name}`, goal: String(least), value, holds: score >= least })
}
