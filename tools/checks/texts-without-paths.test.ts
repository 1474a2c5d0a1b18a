import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'

/** A folder or file of the source code. The person at the screen cannot open it. */
const path = /\b(?:docs|server|web|contract|deploy|tools)\/[a-z]/u

test.each(languages)('no text in %s names a path of the source code', (language) => {
  const texts = readFileSync(`locales/${language}.json`, 'utf8').split('\n')
  expect(texts.filter((line) => path.test(line))).toEqual([])
})
