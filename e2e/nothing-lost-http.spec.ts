import { editors } from './nothing-lost-editors.ts'
import { situations } from './nothing-lost-situations.ts'
import { expect, ownContext as test } from './test.ts'

// Without https, browsers have no service worker and no locks. Texts written offline must be sent anyway. Starts its
// own browser, in which the host name resolves.

const host = 'asakai.test'
const words = ['最初の言葉', '次の言葉']

test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`],
    }),
  baseURL: async ({ baseURL }, provide) => provide(baseURL?.replace('127.0.0.1', host)),
})

for (const editor of editors.filter(({ queued }) => queued))
  test(`without https, a ${editor.name} written offline is sent when the network is back`, async ({
    page,
    context,
    member,
  }) => {
    const address = await editor.prepare(member)
    await page.goto(address)
    expect(await page.evaluate(() => [window.isSecureContext, 'locks' in navigator])).toEqual([false, false])
    await editor.open(page)
    await context.setOffline(true)
    await editor.field(page).fill(words[0]!)
    await editor.send(page)
    await context.setOffline(false)
    await expect.poll(() => editor.texts(member, address)).toContain(words[0])
    if (editor.name !== 'comment') return
    await editor.field(page).fill(words[1]!)
    await editor.send(page)
    await expect.poll(() => editor.texts(member, address)).toEqual(words)
  })

const onHttp = new Set(['two tabs', 'offline and back'])
for (const editor of editors)
  for (const { name, run } of situations.filter((situation) => onHttp.has(situation.name)))
    test(`without https, the typed text (${editor.name}) survives the situation "${name}"`, async ({
      page,
      context,
      member,
    }) => {
      const address = await editor.prepare(member)
      await run({ editor, page, context, member, address })
    })
