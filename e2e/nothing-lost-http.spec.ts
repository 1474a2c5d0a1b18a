import { editors } from './nothing-lost-editors.ts'
import { situations } from './nothing-lost-situations.ts'
import { expect, ownContext as test } from './test.ts'

// On plain http a browser has no service worker and no locks: what is written offline is sent all the same. A browser
// of its own, because the name of the host is known to it alone.

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

for (const editor of editors.filter(({ isQueued }) => isQueued))
  test(`a ${editor.name} that is written offline is sent on plain http once the network is back`, async ({
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
    test(`a ${editor.name} keeps its words on plain http: ${name}`, async ({ page, context, member }) => {
      const address = await editor.prepare(member)
      await run({ editor, page, context, member, address })
    })
