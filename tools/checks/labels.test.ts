import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'

/** Maps the text of a button to its longer accessible name, which distinguishes several buttons with this text. */
const names: Record<string, string> = {
  'access.devices.end': 'access.devices.endLabel',
  'backlogSettings.importNow': 'backlogSettings.importNowFrom',
  'connections.connectAgain': 'connections.connectAgainTo',
  'connections.disconnect': 'connections.disconnectFrom',
  'frequentTasks.edit': 'frequentTasks.editLabel',
  'passkeys.add': 'passkeys.addLabel',
  'passkeys.remove': 'passkeys.removeLabel',
  'settings.edit': 'settings.profile.edit',
  'settings.password.change': 'settings.password.changeLabel',
  'team.cancelInvitation': 'team.cancelOf',
  'team.copyLink': 'team.copyLinkOf',
  'team.reactivate': 'team.reactivateOf',
  'team.resend': 'team.resendTo',
  'team.slackInvite': 'team.slackInviteOf',
  'team.slackLink': 'team.slackLinkOf',
  'teamSettings.retry': 'teamSettings.retryLabel',
}

test.each(languages)('the name of each button contains its visible text (WCAG 2.5.3): %s', (language) => {
  const texts: unknown = JSON.parse(readFileSync(`locales/${language}.json`, 'utf8'))
  const text = (key: string) =>
    key.split('.').reduce((texts, part) => (texts as Record<string, unknown>)[part], texts) as string
  const missing = Object.entries(names)
    .filter(([label, name]) => !text(name).toLowerCase().includes(text(label).toLowerCase()))
    .map(([label, name]) => `${text(name)} without ${text(label)}`)
  expect(missing).toEqual([])
})
