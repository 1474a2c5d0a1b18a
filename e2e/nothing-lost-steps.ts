import type { BrowserContext, Page } from '@playwright/test'
import type { Member } from './members.ts'
import type { Editor } from './nothing-lost-editors.ts'
import { expect } from './test.ts'

// Steps shared by the situations of `nothing-lost-situations.ts`.

export const words = '残る言葉'
export type Cell = { editor: Editor; page: Page; context: BrowserContext; member: Member; address: string }

export const begin = async ({ editor, page, address }: Cell) => {
  await page.goto(address)
  await editor.open(page)
  await editor.field(page).fill(words)
}
/** Waits until the page has the response to what was sent. */
export const waitForAnswer = async ({ editor, page }: Pick<Cell, 'editor' | 'page'>) => {
  await expect(editor.field(page)).toBeEditable()
  await expect(page.locator('form[aria-busy="true"]')).toHaveCount(0)
}
export const sendAndFind = async (cell: Cell) => {
  const { editor, page, member, address } = cell
  await waitForAnswer(cell)
  await editor.send(page)
  await expect.poll(() => editor.texts(member, address)).toContain(words)
}
export const expectTextKept = ({ editor, page }: Cell) => expect(editor.field(page)).toHaveValue(words)
export const count = async ({ editor, member, address }: Cell) =>
  (await editor.texts(member, address)).filter((text) => text === words).length

/** Sends what was written. Returns whether the server accepted it, after the page has the response. */
export async function sendAndCheck({ editor, page }: Cell) {
  const answered = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && response.url().includes('/api/'),
  )
  await editor.send(page)
  const response = await answered
  await response.finished()
  return response.ok()
}

export async function logInAgain(page: Page, member: Member) {
  const login = page.getByRole('dialog', { name: 'ログアウトされました' })
  await login.getByLabel('パスワード').fill(member.password)
  await login.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(login).toBeHidden()
  await member.logIn()
}
