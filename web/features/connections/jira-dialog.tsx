import { useTranslations } from 'use-intl'
import { JiraConnection } from '#contract/connections.ts'
import { ConnectDialog } from './connect-dialog.tsx'

/** Where Atlassian issues API tokens. */
const tokens = 'https://id.atlassian.com/manage-profile/security/api-tokens'

export function JiraDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('connections.jira')
  return (
    <ConnectDialog
      id="jira"
      meta={t('meta')}
      schema={JiraConnection}
      fields={[
        { name: 'domain', label: t('domain'), type: 'text', note: t('domainHint') },
        { name: 'email', label: t('email'), type: 'email' },
        { name: 'apiToken', label: t('apiToken'), type: 'password', help: { href: tokens, words: t('apiTokenHelp') } },
      ]}
      onClose={onClose}
    />
  )
}
