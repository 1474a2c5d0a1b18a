import { useTranslations } from 'use-intl'
import { WebhookConnection } from '#contract/connections.ts'
import { providers, type WebhookProvider } from '#contract/providers.ts'
import type { Confirming } from '../../lib/confirming.ts'
import { ConnectDialog } from './connect-dialog.tsx'

/** One place for the whole team; whoever has the address can post there, so it is typed unseen. */
export function WebhookDialog({
  provider,
  confirming,
  onClose,
}: {
  provider: WebhookProvider
  confirming: Confirming
  onClose: () => void
}) {
  const t = useTranslations('connections')
  return (
    <ConnectDialog
      id={provider}
      confirming={confirming}
      meta={t(`webhooks.${provider}.meta`)}
      schema={WebhookConnection}
      fields={[
        {
          name: 'webhook_url',
          label: t('webhookUrl'),
          type: 'password',
          note: t(`webhooks.${provider}.hint`),
          help: { href: providers[provider].help, words: t('webhookHelp') },
        },
      ]}
      onClose={onClose}
    />
  )
}
