import { useTranslations } from 'use-intl'
import { WebhookConnection } from '#contract/connections.ts'
import { providers, type WebhookProvider } from '#contract/providers.ts'
import { ConnectForm, type FormCallbacks } from './connect-form.tsx'

/**
 * Connects a chat for the whole team. Anyone with the address can post there, so the field hides the
 * address like a password.
 */
export function WebhookForm({ id, ...ends }: FormCallbacks & { id: WebhookProvider }) {
  const t = useTranslations('connections')
  return (
    <ConnectForm
      id={id}
      about={t(`webhooks.${id}.meta`)}
      schema={WebhookConnection}
      fields={[
        {
          name: 'webhook_url',
          label: t('webhookUrl'),
          type: 'password',
          note: t(`webhooks.${id}.hint`),
          help: { href: providers[id].help, words: t('webhookHelp') },
        },
      ]}
      {...ends}
    />
  )
}
