import { useTranslations } from 'use-intl'
import { WebhookConnection } from '#contract/connections.ts'
import { providers, type WebhookProvider } from '#contract/providers.ts'
import { textLink } from '../../ui/text-link.ts'
import { ConnectDialog } from './connect-dialog.tsx'

/** One place for the whole team; whoever has the address can post there, so it is typed unseen. */
export function WebhookDialog({ provider, onClose }: { provider: WebhookProvider; onClose: () => void }) {
  const t = useTranslations('connections')
  const { help } = providers[provider]
  return (
    <ConnectDialog
      id={provider}
      meta={t(`webhooks.${provider}.meta`)}
      schema={WebhookConnection}
      fields={[
        {
          name: 'webhook_url',
          label: t('webhookUrl'),
          type: 'password',
          note: (
            <>
              {t(`webhooks.${provider}.hint`)}{' '}
              <a href={help} target="_blank" rel="noreferrer" className={textLink}>
                {t('webhookHelp')}
              </a>
            </>
          ),
        },
      ]}
      onClose={onClose}
    />
  )
}
