import type { Page } from '@playwright/test'
import { languages } from '#contract/languages.ts'
import type { Month } from '#contract/months.ts'
import { navigateWithoutReload } from './navigate-without-reload.ts'
import { dateOf, signIn, signUp } from './members.ts'
import { expect, test } from './test.ts'

const month = dateOf().slice(0, 'YYYY-MM'.length)
const paths = [
  '/',
  '/?page=monthly-report',
  '/?page=monthly-report&months=open',
  '/?page=monthly-report&months=submitted',
  '/search',
  '/team',
  '/team?tab=pending',
  '/team?tab=settings',
  '/settings',
  '/settings?tab=notifications',
  '/settings?tab=access',
  '/settings?tab=frequent-tasks',
  '/?page=activity',
  '/dashboard',
  '/mentions',
  '/week',
  '/team?tab=calendar',
  '/settings?tab=app-info',
  '/licence',
  '/?present',
]

/**
 * Returns layout faults: broken words, cut fields and labels, switches below their titles, overlapping labels of charts,
 * and pixels that need sideways scrolling.
 */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      )
    /**
     * The words and numbers that continue on a second line. Ignores Chinese and Japanese, which may break between any
     * two characters.
     */
    const broken = shown('a[href], button, label, [role=tab], .tabular-nums, h1, h2, h3, dt, dd, p').flatMap(
      (element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const words: string[] = []
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          if (text.parentElement?.closest('.sr-only')) continue
          for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\p{Script=Latin}{2,}|\p{Nd}{2,}/gu)) {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            const tops = new Set([...range.getClientRects()].map(({ top }) => top))
            if (tops.size > 1) words.push(word)
          }
        }
        return words
      },
    )
    const pen = document.createElement('canvas').getContext('2d')!
    /** Fields with text that does not fit and is not shown below the field either. */
    const cut = shown('input:not([type]), input[type=text], input[type=email], select').flatMap((field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      const { value, placeholder } = field as HTMLInputElement
      const words = (field as HTMLSelectElement).selectedOptions?.[0]?.text ?? (value || placeholder)
      pen.font = font
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      const isBelow = shown('p').some((line) => line.textContent === words)
      return pen.measureText(words).width > room + 1 && !isBelow ? [words] : []
    })
    /** Labels whose end is hidden. Texts that members wrote may be cut. */
    const hidden = shown('a[href], button, label, [role=tab], h1, h2, h3, dt, th, span, p')
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      .filter((element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX))
      .filter((element) => !element.closest('[dir=auto], .sr-only, [aria-hidden=true]'))
      .map((element) => element.textContent)
    const lowered = shown('[role=switch]').filter((control) => {
      const title = control.parentElement!.querySelector(':scope > :is(h2, h3, [aria-hidden])')?.getBoundingClientRect()
      const { top, bottom, left } = control.getBoundingClientRect()
      return title && left < title.right && (top >= title.bottom || title.top >= bottom)
    })
    const overlapping = shown('svg').flatMap((chart) => {
      const labels = [...chart.querySelectorAll('text')].map((label) => ({
        words: label.textContent,
        box: label.getBoundingClientRect(),
      }))
      return labels.flatMap(({ words, box }, at) =>
        labels
          .slice(at + 1)
          .filter((other) => other.box.left < box.right && box.left < other.box.right)
          .filter((other) => other.box.top < box.bottom && box.top < other.box.bottom)
          .map((other) => `${words} and ${other.words}`),
      )
    })
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      broken,
      cut,
      hidden,
      lowered: lowered.map(({ ariaLabel }) => ariaLabel),
      overlapping,
      sideways: scrollWidth - clientWidth,
    }
  })

const none = { broken: [], cut: [], hidden: [], lowered: [], overlapping: [], sideways: 0 }

for (const language of languages)
  test(`a phone or tablet breaks no word and cuts off no label in ${language}`, async ({ page }) => {
    test.slow()
    const member = await signUp({ family_name: 'Alexander', first_name: 'Schneider' })
    await signIn(page, member)
    await member.report({ issues: '環境待ち' })
    for (const type of ['keep', 'try']) await member.call('POST', '/insights/', { type, note: '続ける' })
    await member.call('PATCH', '/teams/me', { month_approval: true, reminder_hour: null })
    const { revision } = (await member.call('GET', `/months/${month}`)) as Month
    await member.call('PATCH', `/months/${month}`, { state: 'submitted', note: '', revision })
    await page.addInitScript((chosen) => localStorage.setItem('app_language', chosen), language)
    for (const path of paths) {
      await (path === paths[0] ? page.goto(path) : navigateWithoutReload(page, path))
      await expect(page.locator('h1').first()).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      for (const width of [320, 768]) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(() => faultsOf(page), `${path} at ${width}`).toEqual(none)
      }
    }
  })
