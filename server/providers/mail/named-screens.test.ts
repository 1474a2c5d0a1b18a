import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import en from '../../../locales/en.json' with { type: 'json' }
import { texts } from '../../text/texts.ts'

/** The screens that an email names in quotes, because the reader finds there what the email is about. */
const screens = {
  reminder: ['settings.tabs.notifications'],
  mention: ['settings.tabs.notifications'],
  month: ['settings.tabs.notifications'],
  webhookStopped: ['team.title', 'team.settings'],
  setupsStopped: ['team.title', 'team.settings'],
  memberJoined: ['team.title'],
  memberSignedUp: ['team.title'],
  signedUpMeanwhile: ['team.title'],
  addressToDirectory: ['settings.tabs.userInfo'],
  addressToOwner: ['settings.tabs.userInfo'],
  administratorRestored: ['team.title'],
  memberReactivated: ['team.title'],
  memberRestored: ['team.title'],
} as const
const kinds = Object.keys(screens) as (keyof typeof screens)[]

const quoted = /[«“„「]\s?([^»“”„」{}]+?)\s?[»“”」]/gu

test.each(languages)('emails in %s name screens by the words that the screens show', (language) => {
  const t = texts(language)
  for (const kind of kinds) {
    const words = String(t.raw(`mail.${kind}.text`))
    const names = [...words.matchAll(quoted)].map(([, name]) => name)
    expect(names, kind).toEqual(screens[kind].map((key) => t(key)))
  }
})

test('this test knows which screens each email names', () => {
  const naming = Object.entries(en.mail).filter(([, mail]) => /\bunder “/u.test(JSON.stringify(mail)))
  expect(naming.map(([kind]) => kind).toSorted()).toEqual(kinds.toSorted())
})
