import type { Page } from '@playwright/test'
import { type Form, forms } from './nothing-lost-forms.ts'
import { logInAgain } from './nothing-lost-steps.ts'
import { expect, test } from './test.ts'

// Like nothing-lost.spec.ts, for the other forms with a text (E5.15). One test has all situations of a form, because
// each situation leaves the page unchanged.

const send = (page: Page, { submit }: Form) => page.getByRole('button', { name: submit, exact: true }).last().click()
const expectTextKept = (page: Page, { field, words }: Form) => expect(field(page)).toHaveValue(words)
/** Presses beside a dialog. A dialog must keep its typed text after such a press. */
const pressBeside = (page: Page) => page.mouse.click(5, 5)

async function write(page: Page, form: Form) {
  await form.open(page)
  await form.field(page).fill(form.words)
}
async function reopen(page: Page, form: Form) {
  await expect(form.field(page)).toBeHidden()
  await form.open(page)
  await expectTextKept(page, form)
}

for (const form of forms) {
  test(`the form "${form.name}" keeps its unsent text if closed, reloaded or opened in another tab`, async ({
    page,
    context,
    member,
  }) => {
    const address = await form.prepare(page, member)
    await page.goto(address)
    await write(page, form)
    const { field, kind } = form
    if (kind === 'held') {
      await field(page).press('Escape')
      await pressBeside(page)
      await expectTextKept(page, form)
    } else if (kind !== 'page') {
      await field(page).press('Escape')
      await reopen(page, form)
      if (kind === 'dialog') {
        await pressBeside(page)
        await reopen(page, form)
      }
      await page.getByRole('button', { name: 'キャンセル', exact: true }).last().click()
      await expect(field(page)).toBeHidden()
      await page.getByRole('button', { name: /^(?:元に戻す|編集に戻る)/u }).click()
      if (kind === 'dialog' || !(await field(page).isVisible())) await form.open(page)
      await expectTextKept(page, form)
    }
    if (kind !== 'held') {
      await page.reload()
      if (!form.opensForDraft) await form.open(page)
      await expectTextKept(page, form)
      const second = await context.newPage()
      if (!form.texts) await form.prepare(second, member)
      await second.goto(address)
      if (!form.opensForDraft) await form.open(second)
      await expectTextKept(second, form)
      await second.close()
    }
    const { texts } = form
    if (!texts) return
    await page.route(form.write, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, json: {} }),
    )
    const refused = page.waitForResponse((response) => response.status() === 400)
    await send(page, form)
    await refused
    await expect(field(page)).toBeEditable()
    await expectTextKept(page, form)
    await page.unroute(form.write)
    await send(page, form)
    await expect.poll(() => texts(member)).toContain(form.words)
  })

  const { texts } = form
  if (texts)
    test(`the form "${form.name}" is sent after a new sign-in if the session has ended`, async ({ page, member }) => {
      // blocks the event stream: it would report the end of the session before the press
      await page.route('**/api/events*', (route) => route.abort())
      await page.goto(await form.prepare(page, member))
      await write(page, form)
      await page.waitForLoadState('networkidle')
      await member.call('POST', '/auth/logout', { refresh_token: member.tokens.refresh_token })
      await send(page, form)
      await logInAgain(page, member)
      await expect.poll(() => texts(member)).toContain(form.words)
    })
}
