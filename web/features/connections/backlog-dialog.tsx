import { useLocale, useTranslations } from 'use-intl'
import { BacklogConnection } from '#contract/connections.ts'
import { ConnectDialog } from './connect-dialog.tsx'

/** Nulab's page on API keys, which it keeps in these two languages. */
const help = (language: string) =>
  `https://support.nulab.com/hc/${language === 'ja' ? 'ja' : 'en-us'}/articles/8783772200217`

export function BacklogDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('connections.backlog')
  const language = useLocale()
  return (
    <ConnectDialog
      id="backlog"
      meta={t('meta')}
      schema={BacklogConnection}
      fields={[
        { name: 'space', label: t('space'), type: 'text', note: t('spaceHint') },
        {
          name: 'apiKey',
          label: t('apiKey'),
          type: 'password',
          help: { href: help(language), words: t('apiKeyHelp') },
        },
      ]}
      onClose={onClose}
    />
  )
}
