import { expect, test } from '@playwright/test'
import { inputFields } from './input-fields.ts'
import { type Member, signUp } from './members.ts'
import { type Server, startServer } from './server.ts'

export type Evaluate = <Argument, Result>(
  work: (argument: Argument) => Result | Promise<Result>,
  argument: Argument,
) => Promise<Result>

/** The actions that the drivers of all engines share. */
export type Driver = {
  goTo: (address: string) => Promise<unknown>
  evaluate: Evaluate
}

/**
 * Starts a server for the tests of a file, with a team of three and a report of today. Returns an object that has the
 * server's URL and the team's administrator once the tests run.
 */
export function teamOfThree() {
  const team = {} as { url: string; administrator: Member }
  let server: Server
  test.beforeAll(async () => {
    server = await startServer({ SIGNUP: 'join' })
    const { url } = server
    const administrator = await signUp({ family_name: '管理', first_name: '担当' }, url)
    const ren = await signUp({ family_name: '早川', first_name: '蓮' }, url)
    await signUp({ family_name: '上田', first_name: '葵' }, url)
    await ren.report()
    Object.assign(team, { url, administrator })
  })
  test.afterAll(() => server.stop())
  return team
}

/**
 * Fails if a key acts while an input method handles the key. Tests the orders in which Chromium and Safari send the
 * events. Also fails if the key does nothing without an input method.
 */
export async function expectComposed({ goTo, evaluate }: Driver, server: string, name: string) {
  const { path, open = [], opensForDraft = false, field, words, keys } = inputFields[name]!
  for (const key of keys) {
    await goTo(server + path)
    const isOpen = () => (opensForDraft ? evaluate(isThere, field) : false)
    for (const button of open)
      await expect.poll(async () => (await isOpen()) || evaluate(press, button), `presses ${button}`).toBe(true)
    await expect.poll(() => evaluate(write, { field, words }), `writes into ${name}`).toBe(true)
    const before = await stillLook(evaluate, field)
    for (const order of ['Chromium', 'Safari']) {
      await evaluate(sendKey, { key, order })
      await evaluate(settle, 50)
      expect(await evaluate(look, field), `${key} in ${name}, as ${order} sends it`).toBe(before)
    }
    await evaluate(sendKey, { key, order: 'none' })
    await expect.poll(() => evaluate(look, field), `${key} in ${name} without an input method`).not.toBe(before)
  }
}

/** Waits until the page has stopped changing, and returns its look. */
async function stillLook(evaluate: Evaluate, field: string) {
  let before = await evaluate(look, field)
  await expect
    .poll(async () => {
      await evaluate(settle, 300)
      const now = await evaluate(look, field)
      const isStill = now === before
      before = now
      return isStill
    })
    .toBe(true)
  return before
}

// The functions below run in the page.

function press(name: string) {
  if (name.startsWith('^'))
    return document
      .querySelector('h1')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: name.slice(1), ctrlKey: true, bubbles: true }))
  const named = (button: Element) => (button.ariaLabel ?? button.textContent).trim().startsWith(name)
  const buttons = [...document.querySelectorAll<HTMLElement>('button')]
  const button = buttons.findLast((one) => named(one) && one.checkVisibility())
  button?.click()
  return button !== undefined
}

const isThere = (field: string) => document.querySelector(field) !== null

function write({ field, words }: { field: string; words: string | undefined }) {
  const element = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(field)
  if (!element) return false
  element.focus()
  if (words === undefined) return document.activeElement === element
  const prototype = Object.getPrototypeOf(element) as object
  // Uses the browser's setter: React replaces the setter on the element, and ignores a change by its own setter. Sets ''
  // first, because a stored draft may already have the value.
  for (const value of ['', words]) {
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(element, value)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return element.value === words
}

/** Returns everything that a key could have changed. */
function look(field: string) {
  const element = document.querySelector<HTMLInputElement>(field)
  const focused = document.activeElement
  return JSON.stringify([
    location.href,
    document.querySelectorAll('dialog[open], [role=listbox], :popover-open').length,
    element?.value,
    element?.matches(':disabled, [aria-invalid]'),
    [
      focused?.tagName,
      focused?.id,
      focused?.ariaLabel,
      focused?.getAttribute('name'),
      focused?.getAttribute('data-date'),
    ],
    focused?.tagName === 'BUTTON' && focused.textContent,
    focused?.getAttribute('aria-activedescendant'),
    document.querySelectorAll('li').length,
    document.querySelector('h1')?.textContent,
  ])
}

function sendKey({ key: name, order }: { key: string; order: string }) {
  const focused = document.activeElement!
  const codes: Record<string, number> = { Enter: 13, Escape: 27, ArrowLeft: 37, ArrowRight: 39, ArrowDown: 40 }
  const key = name.replace('^', '')
  const keyCode = order === 'none' ? (codes[key] ?? key.toUpperCase().charCodeAt(0)) : 229
  const compose = (type: string) => focused.dispatchEvent(new CompositionEvent(type, { bubbles: true, data: '計画' }))
  const down = () =>
    focused.dispatchEvent(
      new KeyboardEvent('keydown', {
        key,
        keyCode,
        ctrlKey: name !== key,
        isComposing: order === 'Chromium',
        bubbles: true,
        cancelable: true,
      }),
    )
  if (order === 'none') return void down()
  compose('compositionstart')
  if (order === 'Safari') compose('compositionend')
  down()
  if (order === 'Chromium') compose('compositionend')
}

/** Waits until the effects of a key are rendered. */
const settle = (milliseconds: number) =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, milliseconds)))
