// What a person at a browser waits for, on the built pages: Lighthouse's judgement of the login and of a day, a day changed to
// what is painted on a slow machine, a letter typed, and a long timeline scrolled. Run with: node bench/browser.ts
import { sql } from 'kysely'
import { type Browser, type KeyInput, launch, type Page } from 'puppeteer-core'
import { signAccessToken } from '#server/access/access-token.ts'
import { deriveKey } from '#server/access/keys.ts'
import { readConfig } from '#server/config.ts'
import { type Database, inEveryTeam, openDatabase } from '#server/db/database.ts'
import { startNewDatabase } from '#server/testing/embedded-database.ts'
import { findBrowser } from '../scripts/browser.mjs'
import { type Judgement, judge } from './lighthouse.ts'
import { seed } from './seed.ts'
import { startServer, stopServer, urlOf } from './server.ts'

const size = { teams: 1, members: 100, days: 30 }
const insights = 1_000
const slower = 4 // times, than this machine's processor
const times = 15
const judgements = 3

const { connection, folder, stop } = await startNewDatabase('asakai-browser-')
const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
const database = openDatabase({ ...connection, max: 1 }, () => {})
const today = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Tokyo' }).format(new Date())
await seed(database, size, today)
const token = await signIn(database)
await database.destroy()
const server = await startServer({
  DATABASE_URL: urlOf(connection),
  SECRET_KEY: config.secretKey.toString(),
  PORT: '0',
})
const browser = await launch({
  executablePath: await findBrowser(),
  args: ['--lang=ja', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  env: { ...process.env, TZ: 'Asia/Tokyo', LANGUAGE: 'ja' },
})

say('the login', await judged(browser, '/login'))
say('a day of 100 reports', await judged(browser, '/', token))
const page = await openDay(browser)
const days = await changeDays(page)
console.log(`a day changed, to what is painted, ${slower} times slower: ${inWords(days.painted)}`)
console.log(`calls until then: ${days.calls}`)
console.log(`a letter, to what is painted: ${inWords(await typeLetters(page))}`)
console.log(`frames left out while ${insights} insights are scrolled: ${await scrollInsights(page)}`)

await browser.close()
await stopServer(server)
await stop()

/** @returns the access token of a member, whose team has written many insights today */
async function signIn(to: Database): Promise<string> {
  const claims = await inEveryTeam(to, async (db) => {
    const user = await db.selectFrom('users').select(['id', 'team_id']).orderBy('email').executeTakeFirstOrThrow()
    const session = { team_id: user.team_id, id: crypto.randomUUID(), user_id: user.id, refresh_hash: Buffer.alloc(32) }
    await db
      .insertInto('sessions')
      .values({ ...session, signed_in_at: new Date(), used_at: new Date() })
      .execute()
    await sql`
      insert into insights (team_id, id, user_id, type, note)
      select team_id, gen_random_uuid(), id, 'try', '早い時間帯に書く ' || n
      from users, generate_series(1, ${insights / size.members}::int) as n`.execute(db)
    return { sub: user.id, team: user.team_id, sid: session.id }
  })
  return signAccessToken(deriveKey(config.secretKey, 'access token'), claims, new Date())
}

/** The middle one of some, each in a browser that has nothing yet. */
async function judged(by: Browser, path: string, as?: string): Promise<Judgement> {
  const all: Judgement[] = []
  while (all.length < judgements) {
    const context = await by.createBrowserContext()
    const fresh = await context.newPage()
    if (as !== undefined) await enter(fresh, as)
    all.push(await judge(fresh, server.address + path))
    await context.close()
  }
  return all.sort((one, other) => one.score - other.score)[Math.floor(judgements / 2)]!
}

/** Leaves the page where nothing runs, with a token that the product finds. */
async function enter(fresh: Page, as: string) {
  await fresh.goto(`${server.address}/theme.js`)
  await fresh.evaluate((given) => localStorage.setItem('daily_standup_token', given), as)
}

async function openDay(by: Browser): Promise<Page> {
  const opened = await by.newPage()
  await opened.setViewport({ width: 1_440, height: 900 })
  await enter(opened, token)
  await opened.goto(`${server.address}/`)
  await opened.waitForSelector(`main h1`)
  return opened
}

/** Milliseconds from each press of a key to the frame that shows the day before whole, and how often a day was asked for meanwhile. */
async function changeDays(on: Page): Promise<{ painted: number[]; calls: number }> {
  const painted: number[] = []
  let asked = 0
  on.on('request', (request) => (asked += request.url().includes('/daily-reports?') ? 1 : 0))
  let calls = 0
  await on.emulateCPUThrottling(slower)
  for (let time = 0; time < times; time += 1) {
    await on.waitForNetworkIdle({ idleTime: 500, concurrency: 1 }) // the stream of events never ends
    const before = asked
    const isWhole = `document.querySelectorAll('main tbody tr').length >= ${size.members}`
    painted.push(await afterKey(on, 'j', "document.querySelector('main h1').textContent", isWhole))
    calls += asked - before
  }
  await on.emulateCPUThrottling(null)
  return { painted, calls }
}

/** Milliseconds from each press of a letter to the frame that shows it. */
async function typeLetters(on: Page): Promise<number[]> {
  await on.keyboard.press('n')
  await on.waitForSelector('textarea:focus')
  const painted: number[] = []
  for (const letter of 'what I did yesterday, and more of it')
    painted.push(await afterKey(on, letter as 'a', 'document.activeElement.value', 'true'))
  return painted
}

/**
 * @param state an expression in the page that the key changes
 * @param isWhole one that holds when all of the change is there
 * @returns milliseconds from the press to the end of the frame that shows it
 */
async function afterKey(on: Page, key: KeyInput, state: string, isWhole: string): Promise<number> {
  await on.evaluate(`void (painted = new Promise((done) => {
    const before = ${state}
    addEventListener('keydown', () => {
      const from = performance.now()
      const look = () => {
        if (${state} === before || !(${isWhole})) return requestAnimationFrame(look)
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

/** Frames of a sixtieth of a second that nothing was painted in, from the first insight to the last. */
async function scrollInsights(on: Page): Promise<string> {
  await on.goto(`${server.address}/?page=activity`)
  await on.waitForSelector('main tbody tr')
  await on.evaluate(`
    frames = []
    requestAnimationFrame(function note(at) { frames.push(at); requestAnimationFrame(note) })`)
  await on.mouse.move(700, 700)
  for (let time = 0; time < 300; time += 1) await on.mouse.wheel({ deltaY: 400 })
  const frames = (await on.evaluate('frames')) as number[]
  const rows = (await on.evaluate("document.querySelectorAll('main tbody tr').length")) as number
  const missed = frames.slice(1).map((at, index) => Math.max(0, Math.round((at - frames[index]!) / (1_000 / 60)) - 1))
  return `${missed.reduce((sum, each) => sum + each, 0)} of ${frames.length}, ${rows} rows`
}

function inWords(all: number[]): string {
  const sorted = all.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1)
  return `${at(0.5)} ms in the middle, ${at(0.95)} ms at worst but one in twenty`
}

function say(name: string, { score, largestPaint, blocked, shifted }: Judgement) {
  console.log(
    `${name}: ${score} of 100, largest paint ${(largestPaint / 1_000).toFixed(2)} s, ` +
      `blocked ${blocked.toFixed(0)} ms, shifted ${shifted.toFixed(3)}`,
  )
}
