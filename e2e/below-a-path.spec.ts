import { mailTo } from './mailbox.ts'
import { signUp } from './members.ts'
import { startServer } from './server.ts'
import { expect, ownContext as test } from './test.ts'

// Service workers need their own context.
test.use({ serviceWorkers: 'allow' })

test('sign-in, reports and links work below a path on a host with other applications', async ({ page, context }) => {
  const SMTP_URL = process.env['ASAKAI_SMTP']!
  const server = await startServer(async (url) => ({ SMTP_URL, PUBLIC_URL: `${url}/asakai` }))
  const strayed: string[] = []
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/asakai/')) strayed.push(request.url())
  })
  try {
    const home = `${server.url}/asakai`
    const member = await signUp({}, home)

    await page.goto(`${home}/signup`)
    await expect(page.getByRole('link', { name: /^利用規約/u })).toHaveAttribute('href', '/asakai/licence')

    await page.goto(`${home}/team`)
    await expect(page).toHaveURL(`${home}/login`)
    await page.getByLabel('メールアドレス').fill(member.email)
    await page.getByLabel('パスワード', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'ログイン', exact: true }).click()
    await expect(page.getByRole('button', { name: member.name })).toBeVisible()

    await page.goto(`${home}/`)
    await page.getByRole('button', { name: '日報を書く' }).last().click()
    await page.getByLabel('昨日やったこと').fill('設計')
    await page.getByLabel('今日やること').fill('予約画面の実装')
    await page.getByRole('button', { name: /^提出する/u }).click()
    await expect(page.getByText('日報を提出しました')).toBeVisible()

    await page.goto(`${home}/settings?tab=language`)
    await page.reload()
    await expect(page.getByRole('tabpanel')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/asakai/settings')

    const registration = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
    expect(registration).toBe(`${home}/`)
    await page.goto(`${home}/`)
    await expect(page.getByText('予約画面の実装')).toBeVisible()
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).every((name) => name.endsWith(' /asakai/'))))
      .toBe(true)
    await context.setOffline(true)
    await page.goto(`${home}/licence`)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await page.goto(`${home}/`)
    await expect(page.getByText('オフラインです').filter({ visible: true })).toBeVisible()
    await context.setOffline(false)

    const icon = await page.request.get(
      new URL((await page.locator('link[rel=icon]').getAttribute('href'))!, home).href,
    )
    expect(icon.headers()['content-type']).toContain('image/svg+xml')
    const manifest = new URL((await page.locator('link[rel=manifest]').getAttribute('href'))!, home).href
    const { start_url: start, scope, share_target: target, icons } = await (await page.request.get(manifest)).json()
    expect(new URL(start, manifest).href).toBe(`${home}/`)
    expect(new URL(scope, manifest).href).toBe(`${home}/`)
    expect(new URL(target.action, manifest).href).toBe(`${home}/share`)
    expect(new URL(icons[0].src, manifest).href).toBe(`${home}/icon.svg`)

    const { text } = await mailTo(member.email)
    const link = /https?:\S+/u.exec(text)![0]
    expect(link).toContain(`${home}/email-proof?token=`)
    await page.goto(link)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(strayed).toEqual([])
  } finally {
    await server.stop()
  }
})
