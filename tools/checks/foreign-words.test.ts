import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { foreignIn, foreignTexts } from './foreign-words.ts'

test.each<[Language, string]>([
  ['de', 'Your report has been sent'],
  ['en', 'Der Bericht wird gespeichert'],
  ['fr', 'Il report è stato inviato'],
  ['it', 'Votre rapport est envoyé'],
  ['et', 'Der Bericht ist da'],
  ['en', 'Aruanne on juba esitatud'],
  ['ja', 'Your report has been sent'],
  ['ja', '日報已提交成功'],
  ['ja', '您的信件'],
  ['zh-cn', '日報を提出しました'],
  ['zh-cn', '請登入'],
  ['zh-tw', '请登录'],
])('the check finds another language in a text of the catalogue %s: %s', (language, text) => {
  expect(foreignIn(language, text)).not.toEqual([])
})

test('the check finds a letter that a catalogue’s language does not have', () => {
  expect(foreignIn('et', 'Aruañne')).toEqual(['ñ'])
  expect(foreignIn('de', 'Сохранить')).toEqual([...new Set('Сохранить')])
})

test('the check finds a word of another language in one branch of a plural', () => {
  expect(foreignIn('de', '{count, plural, one {# Tag} other {# jours}}')).toEqual(['jours'])
})

test('the check for words of other languages ignores names, placeholders, tags and addresses', () => {
  expect(foreignIn('ja', '{the}を<with>Slack</with>のSMTP_URL、https://the.example/and に設定')).toEqual([])
  expect(foreignIn('it', 'Licenza MIT di {from}')).toEqual([])
})

const texts = (text: string) => new Map([['a.b', text]])

test('the check refuses a copy of the English text, except single words and listed exceptions', () => {
  expect(foreignTexts('fr', texts('Off topic'), texts('Off topic'))).toEqual([
    'a.b has ‘Off’, which is of another language',
  ])
  expect(foreignTexts('fr', texts('Public holiday'), texts('Public holiday'))).toEqual([
    'a.b is the English text: Public holiday',
  ])
  expect(foreignTexts('fr', texts('Public holiday'), texts('Public holiday'), { 'a.b': ['Public holiday'] })).toEqual(
    [],
  )
  expect(foreignTexts('fr', texts('Webhook'), texts('Webhook'))).toEqual([])
})

test('an exception lets a text contain the excepted word of another language', () => {
  expect(foreignTexts('ja', texts('「the」とは'), new Map(), { 'a.b': ['the'] })).toEqual([])
})
