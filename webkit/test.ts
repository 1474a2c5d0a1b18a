import { type ChildProcess, spawn } from 'node:child_process'
import { test as base } from '@playwright/test'
import type { Member } from '../e2e/members.ts'
import { controlPath, fieldPath, type Role } from '../e2e/xpaths.ts'
import { freePort } from '../server/testing/free-port.ts'
import { findWebKit } from '../tools/test/browser.mjs'
import { openSession, type Session } from './session.ts'

export { expect } from '@playwright/test'

/** The actions and checks of a person on a page. Each waits until the page is ready for it. */
export type Person = ReturnType<typeof personAt>

/** Playwright's `test` with a person in their own WebKit. */
export const test = base.extend<{ person: Person }, { driver: string }>({
  driver: [
    // Playwright reads from this pattern which other fixtures this one needs.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const { driver, screen } = installed()
      const xvfb = spawn(screen, ['-displayfd', '3', '-screen', '0', '1440x900x24'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      })
      const display = await new Promise<string>((resolve) =>
        (xvfb.stdio[3] as NodeJS.ReadableStream).once('data', (number: Buffer) =>
          resolve(`:${number.toString().trim()}`),
        ),
      )
      const port = await freePort()
      const webDriver = spawn(driver, [`--port=${port}`], {
        stdio: 'ignore',
        env: { ...process.env, DISPLAY: display, TZ: 'Asia/Tokyo', WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
      })
      await base.expect
        .poll(() =>
          fetch(`http://127.0.0.1:${port}/status`).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
        .toBe(true)
      await provide(`http://127.0.0.1:${port}`)
      await end(webDriver)
      await end(xvfb)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  person: async ({ driver }, provide) => {
    const options = { binary: installed().browser, args: ['--automation'] }
    const session = await openSession(driver, { 'webkitgtk:browserOptions': options })
    await provide(personAt(session))
    await session.close()
  },
})

function installed() {
  const webKit = findWebKit()
  if (!webKit) throw new Error('There is no WebKit here: install webkit2gtk-driver and xvfb.')
  return webKit
}

const end = (process: ChildProcess) =>
  new Promise<void>((resolve) => {
    process.once('exit', () => resolve())
    process.kill('SIGTERM')
  })

const sharedServer = () => process.env['ASAKAI_URL']!

function personAt(session: Session) {
  return {
    session,
    goTo: (path: string) => session.goTo(sharedServer() + path),
    /** @param server the URL; default: the server that all tests share */
    signIn: async ({ tokens }: Member, server = sharedServer()) => {
      await session.goTo(`${server}/theme.js`) // has our origin, and runs no scripts
      await session.evaluate(({ access_token, refresh_token }) => {
        localStorage.setItem('daily_standup_token', access_token)
        localStorage.setItem('refresh_token', refresh_token)
        localStorage.setItem('app_language', 'ja')
      }, tokens)
    },
    press: (role: Role, name: string) => session.click(controlPath(role, name)),
    tick: (label: string) => session.click(fieldPath(label)),
    /**
     * Sets the values of fields directly, because the driver types Japanese slowly and loses characters.
     * @param words text by field label
     */
    write: async (words: Record<string, string>) => {
      for (const [label, text] of Object.entries(words)) {
        await session.wait(fieldPath(label))
        await session.evaluate(fill, { xpath: fieldPath(label), text })
      }
    },
    meets: (role: Role, name: string) => session.wait(controlPath(role, name)),
    reads: (words: string) => session.wait(`//*[contains(text(), "${words}")]`),
  }
}

/** Runs inside the page. */
function fill({ xpath, text }: { xpath: string; text: string }) {
  const found = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE)
  const field = found.singleNodeValue as HTMLInputElement
  field.focus()
  const prototype = Object.getPrototypeOf(field) as object
  // Uses the browser's setter: React replaces the setter on the element, and ignores a change by its own setter.
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, text)
  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}
