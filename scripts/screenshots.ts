// Pictures of every screen and state into screenshots/, at 1440 and 390, light and dark, to compare with the design;
// and docs/asakai.png for the README. Run after a build with: node scripts/screenshots.ts [part of a name]
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { type Member, signIn, signUp } from '../e2e/members.ts'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { inEveryTeam, openDatabase } from '../server/db/database.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { findBrowser } from './browser.mjs'

type Scene = { name: string; signedOut?: boolean; language?: string; open: (page: Page) => Promise<unknown> }

/** The day of the design's pictures. */
const today = '2026-10-23'
const clock = new Date('2026-10-23T09:41:00+09:00')

const team = [
  { family_name: '佐伯', first_name: '美咲' },
  { family_name: '早川', first_name: '蓮' },
  { family_name: '藤井', first_name: 'ゆかり' },
  { family_name: '中原', first_name: '紗季' },
  { family_name: 'Tamm', first_name: 'Emilia', preferred_name: 'Emilia Tamm' },
  { family_name: '三浦', first_name: '航太' },
  { family_name: '小野寺', first_name: '徹' },
]

/** In the order of the team: yesterday, today, what is in the way. */
const reports = [
  [
    '予約画面の空き枠表示を実装\n日付をまたぐ予約のテストを追加',
    '空き枠表示のレビュー対応(#482)\nキャンセル待ちの画面設計\n15時から仕様確認会',
    '',
  ],
  [
    '決済エラー時の再試行を修正\n監視のしきい値を見直し',
    '再試行の負荷試験\n#479のリリース準備',
    '検証環境のデータベースが今朝から応答していません。復旧まで負荷試験を進められません。',
  ],
  ['利用者インタビュー2件\n記録をまとめて共有', 'インタビューから課題を3つに整理\n検索条件の画面案', ''],
  [
    '通知メールの文面を確認\n英語版の表記ゆれを修正',
    '受け入れテストの項目を作成\n#475の確認',
    '#475の確認に必要なテスト用カードの番号待ちです。',
  ],
  ['Moved the calendar to the new date picker\nFixed #468', 'Keyboard support for the date picker\nReview #482', ''],
] as const

const write = (page: Page) =>
  page.getByRole('button', { name: /^(日報を書く|Write report|Bericht schreiben)$/u }).last()
const settled = (page: Page) => page.locator('main [aria-busy=false]').first().waitFor()
const home = async (page: Page, date = today) => {
  await page.goto(date === today ? '/' : `/?date=${date}`)
  await settled(page)
}
const openSidebar = async (page: Page) => {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: 'メニューを開く' }).click()
}

/** `write` is for the member without a report of today, all others for 佐伯. */
const scenes: (Scene & { as?: string })[] = [
  { name: 'login', signedOut: true, open: (page) => page.goto('/login') },
  { name: 'login-de', signedOut: true, language: 'de', open: (page) => page.goto('/login') },
  {
    name: 'login-errors',
    signedOut: true,
    open: async (page) => {
      await page.goto('/login')
      await page.getByRole('button', { name: 'ログイン', exact: true }).click()
    },
  },
  { name: 'signup', signedOut: true, open: (page) => page.goto('/signup') },
  { name: 'signup-de', signedOut: true, language: 'de', open: (page) => page.goto('/signup') },
  {
    name: 'signup-errors',
    signedOut: true,
    open: async (page) => {
      await page.goto('/signup')
      await page.getByLabel(/^パスワード/u).fill('short')
      await page.getByRole('button', { name: 'アカウントを作成' }).click()
    },
  },
  { name: 'password-reset', signedOut: true, open: (page) => page.goto('/password-reset') },
  { name: 'new-password', signedOut: true, open: (page) => page.goto('/password-reset?token=x') },
  { name: 'email-proof', signedOut: true, open: (page) => page.goto('/email-proof?token=x') },
  { name: 'licence', signedOut: true, open: (page) => page.goto('/licence') },
  { name: 'daily', open: (page) => home(page) },
  { name: 'daily-de', language: 'de', open: (page) => home(page) },
  {
    name: 'drawer',
    open: async (page) => {
      await home(page)
      await openSidebar(page)
    },
  },
  {
    name: 'menu',
    open: async (page) => {
      await home(page)
      await openSidebar(page)
      await page.getByRole('button', { name: '佐伯 美咲のメニュー' }).click()
    },
  },
  {
    name: 'shortcuts',
    open: async (page) => {
      await home(page)
      await page.keyboard.press('?')
    },
  },
  {
    name: 'report-create',
    as: '三浦',
    open: async (page) => {
      await home(page)
      await write(page).click()
      await page.getByLabel('今日やること').fill('見積もりの見直し\n#481の調査')
    },
  },
  {
    name: 'report-create-errors',
    as: '小野寺',
    open: async (page) => {
      await home(page)
      await write(page).click()
      await page.getByRole('button', { name: /^提出する/u }).click()
    },
  },
  {
    name: 'report-edit',
    open: async (page) => {
      await home(page)
      await page.getByRole('button', { name: '自分の日報を編集' }).click()
    },
  },
  {
    name: 'state-loading',
    open: async (page) => {
      await page.route('**/api/daily-reports?*', () => {})
      await page.goto('/')
      await page.getByText('日報を読み込んでいます').waitFor()
    },
  },
  { name: 'state-empty', open: (page) => home(page, '2026-10-22') },
  {
    name: 'state-error',
    open: async (page) => {
      await page.route('**/api/daily-reports?*', (route) => route.abort())
      await page.goto('/')
      await page.getByText('日報を読み込めませんでした').waitFor()
    },
  },
  {
    name: 'state-offline',
    open: async (page) => {
      await home(page)
      await page.context().setOffline(true)
      await page.keyboard.press('j')
      await page.getByRole('heading', { name: 'オフラインです' }).waitFor()
    },
  },
  {
    name: 'toasts',
    as: '三浦',
    open: async (page) => {
      await home(page)
      await write(page).click()
      await page.getByLabel('昨日やったこと').fill('見積もり')
      await page.getByLabel('今日やること').fill('見積もりの見直し')
      await page.route('**/api/daily-reports', (route) => route.abort())
      await page.getByRole('button', { name: /^提出する/u }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'settings-user', open: (page) => page.goto('/settings') },
  { name: 'settings-user-de', language: 'de', open: (page) => page.goto('/settings') },
  {
    name: 'settings-user-edit',
    open: async (page) => {
      await page.goto('/settings')
      await page.getByRole('button', { name: 'パスワードを変更' }).click()
      await page.getByRole('button', { name: 'プロフィールを編集' }).click()
    },
  },
  { name: 'settings-language', open: (page) => page.goto('/settings?tab=language') },
  { name: 'settings-app-info', open: (page) => page.goto('/settings?tab=app-info') },
]

const wanted = process.argv[2] ?? ''
await mkdir('screenshots', { recursive: true })
const server = await startHere()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const members = await fileReports()
  for (const scene of scenes.filter(({ name }) => name.includes(wanted)))
    for (const width of [1_440, 390])
      for (const theme of ['light', 'dark'] as const) await takePicture(browser, scene, members, width, theme)
} finally {
  await browser.close()
  await server.stop()
}

/** The product in this process, so that its database can be given the times and the name of the pictures. */
async function startHere() {
  const folder = await mkdtemp(join(tmpdir(), 'asakai-screenshots-'))
  await chmod(folder, 0o711)
  const embedded = await startEmbedded(join(folder, 'data'), () => {})
  await migrate(embedded.connection)
  const database = openDatabase(embedded.connection, (error) => console.error(error))
  const config = readConfig({ DATA_DIR: join(folder, 'data'), SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'silent' })
  const app = await buildApp({ config, database, now: () => new Date(), webRoot: resolve('dist') })
  return {
    url: await app.listen({ port: 0, host: '127.0.0.1' }),
    database,
    stop: async () => {
      await app.close()
      await database.destroy()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function fileReports(): Promise<Map<string, Member>> {
  const members = new Map<string, Member>()
  for (const names of team) members.set(names.family_name, await signUp(names, server.url))
  for (const [index, [yesterday_work, today_plan, issues]] of reports.entries()) {
    const member = [...members.values()][index]!
    for (const report_date of ['2026-10-01', '2026-10-07', '2026-10-15', '2026-10-21', today])
      await member.report({ report_date, yesterday_work, today_plan, issues })
  }
  await members.get('三浦')!.report({ report_date: '2026-10-21', today_plan: '見積もりの見直し' })
  await inEveryTeam(server.database, async (db) => {
    await db.updateTable('teams').set({ name: '予約プロダクト' }).execute()
    for (const [index, time] of ['09:02', '08:47', '08:55', '09:10', '09:31'].entries())
      await sql`update reports set created_at = ${`${today}T${time}:00+09:00`}
        where report_date = ${today} and user_id = ${idOf([...members.values()][index]!)}`.execute(db)
  })
  return members
}

/** The access token names its member. */
function idOf({ tokens }: Member): string {
  const claims = Buffer.from(tokens.access_token.split('.')[1]!, 'base64url').toString()
  return (JSON.parse(claims) as { sub: string }).sub
}

async function takePicture(
  engine: Browser,
  { name, as = '佐伯', signedOut = false, language = 'ja', open }: (typeof scenes)[number],
  members: Map<string, Member>,
  width: number,
  colorScheme: 'light' | 'dark',
) {
  const small = width < 768
  const context = await engine.newContext({
    baseURL: server.url,
    viewport: { width, height: small ? 844 : 900 },
    deviceScaleFactor: small ? 2 : 1,
    hasTouch: small,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
  })
  const page = await context.newPage()
  if (!signedOut) await signIn(page, await renewed(members.get(as)!))
  await page.addInitScript((chosen) => localStorage.setItem('app_language', chosen), language)
  await page.clock.setFixedTime(clock)
  await open(page)
  await page.locator('h1').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  const path = `screenshots/${name}-${width}-${colorScheme}.png`
  await page.screenshot({ path })
  if (name === 'daily' && !small && colorScheme === 'light') await page.screenshot({ path: 'docs/asakai.png' })
  await context.close()
  console.log(path)
}

/** A session of their own for each picture: one browser's renewal must not end another's. */
async function renewed(member: Member): Promise<Member> {
  const tokens = (await member.call('POST', '/auth/login', {
    username: member.email,
    password: member.password,
  })) as Member['tokens']
  return { ...member, tokens }
}
