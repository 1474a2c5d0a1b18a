import { useLocale, useTranslations } from 'use-intl'
import { BacklogConnection, JiraConnection } from '#contract/connections.ts'
import { type FormProvider, providers } from '#contract/providers.ts'
import { ConnectForm, type FormCallbacks } from './connect-form.tsx'

const tokens = 'https://id.atlassian.com/manage-profile/security/api-tokens'

/** Returns the address of Nulab's page on API keys. It exists in Japanese and English. */
const keys = (language: string) =>
  `https://support.nulab.com/hc/${language === 'ja' ? 'ja' : 'en-us'}/articles/8783772200217`

export function TrackerForm({ id, ...shared }: FormCallbacks & { id: FormProvider }) {
  const t = useTranslations('connections')
  const language = useLocale()
  const about = t('trackerAbout', { provider: providers[id].name })
  if (id === 'backlog') {
    const help = { href: keys(language), words: t('backlog.apiKeyHelp') }
    const fields = [
      { name: 'space', label: t('backlog.space'), type: 'text', note: t('backlog.spaceHint') },
      { name: 'apiKey', label: t('backlog.apiKey'), type: 'password', help },
    ] as const
    return <ConnectForm id={id} about={about} schema={BacklogConnection} fields={fields} {...shared} />
  }
  const help = { href: tokens, words: t('jira.apiTokenHelp') }
  const fields = [
    { name: 'domain', label: t('jira.domain'), type: 'text', note: t('jira.domainHint') },
    { name: 'email', label: t('jira.email'), type: 'email' },
    { name: 'apiToken', label: t('jira.apiToken'), type: 'password', help },
  ] as const
  return <ConnectForm id={id} about={about} schema={JiraConnection} fields={fields} {...shared} />
}
