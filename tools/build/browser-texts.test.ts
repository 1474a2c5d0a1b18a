import compile from 'icu-minify/compile'
import format from 'icu-minify/format'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'

type Messages = { [key: string]: string | Messages }

/**
 * The browser formats messages that `tools/build/catalogues.ts` compiles. The server and the component tests parse the
 * whole messages.
 */
test.each(languages)('the browser formats messages in %s like the server', async (locale) => {
  const { default: messages } = (await import(`../../locales/${locale}.json`)) as { default: Messages }
  const translate = createTranslator({ locale, messages: messages as never })
  const formatters = {
    getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
      new Intl.DateTimeFormat(...given),
    getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given),
    getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
  }
  const differing = flatten(messages).filter(([key, message]) =>
    [1, 2, 6].some((number) => {
      const values = valuesFor(message, number)
      const said = format(compile(message), locale, values, { formatters })
      return [said].flat().join('') !== translate.markup(key as never, values as never)
    }),
  )
  expect(differing).toEqual([])
})

/** Returns a value for each argument and each tag of a message. */
function valuesFor(message: string, number: number) {
  const tags = [...message.matchAll(/<(\w+)>/gu)].map(([, name]) => [
    name,
    (inner: unknown) => `<${[inner].flat().join('')}>`,
  ])
  const words = [...message.matchAll(/\{\s*(\w+)\s*[,}]/gu)].map(([, name]) => [name, number])
  return Object.fromEntries([...tags, ...words]) as Record<string, number | ((inner: unknown) => string)>
}

function flatten(messages: Messages, before = ''): [key: string, message: string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value]] : flatten(value, `${before}${key}.`),
  )
}
