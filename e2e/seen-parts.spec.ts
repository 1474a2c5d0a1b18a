import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

// Our checks skip the parts of a page that axe has passed before (`seen-parts.ts`). The skipping must hide no fault.

const words = `<p>${'<b>many</b> '.repeat(6)}<b>words</b></p>`
const pageWith = (style: string, content: string) =>
  `<!doctype html><html lang="en"><title>Parts</title><main><h1>Parts</h1><div style="${style}">${content}</div></main></html>`
const plain = pageWith('color: #000; background: #fff', words)

test('the accessibility check skips an element that passed an earlier check', async ({ page }) => {
  await page.setContent(plain)
  await expectAccessible(page)
  await page.evaluate(() => {
    const { run } = window.axe!
    window.axe!.run = ((context: { exclude: Element[] }, options: object) => {
      document.title = `${context.exclude.length} left out`
      return run(context, options)
    }) as typeof run
  })
  await expectAccessible(page)
  await expect(page).toHaveTitle('1 left out')
})

for (const [name, faulty] of Object.entries({
  'one word is another': plain.replace('<b>words', '<b style="color: #eee">words'),
  'its ancestor has another colour': pageWith('color: #000; background: #222', words),
  'a reference leads nowhere': plain.replace('<p>', '<p role="list" aria-labelledby="nothing">'),
  'a heading is added': plain.replace('<b>words</b></p>', '<b>words</b></p><h4>Heading</h4>'),
}))
  test(`the accessibility check finds a new fault in a checked element if ${name}`, async ({ page }) => {
    await page.setContent(plain)
    await expectAccessible(page)
    await page.setContent(faulty)
    await expect(expectAccessible(page)).rejects.toThrow()
  })

test('the accessibility check includes a text that a dialog covered before', async ({ page }) => {
  const faint = pageWith('color: #ccc; background: #fff', words)
  await page.setContent(
    faint.replace(
      '</main>',
      '<dialog aria-label="Over it" style="inset: 0; width: 100vw; height: 100vh">x</dialog></main>',
    ),
  )
  await page.evaluate(() => document.querySelector('dialog')!.showModal())
  await expectAccessible(page)
  await page.setContent(faint)
  await expect(expectAccessible(page)).rejects.toThrow()
})
