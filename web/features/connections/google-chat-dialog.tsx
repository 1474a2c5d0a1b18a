import { useTranslations } from 'use-intl'
import { GoogleChatConnection } from '#contract/connections.ts'
import { textLink } from '../../ui/text-link.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { useConnectByForm } from './queries.ts'

/** Google's page on webhooks of a space. */
const help = 'https://developers.google.com/workspace/chat/quickstart/webhooks#create_a_webhook'

/** One space for the whole team; whoever has the address can post there, so it is typed unseen. */
export function GoogleChatDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('connections.googleChat')
  const connect = useConnectByForm<GoogleChatConnection>('google-chat')
  return (
    <ConnectDialog
      provider="Google Chat"
      meta={t('meta')}
      schema={GoogleChatConnection}
      fields={[
        {
          name: 'webhook_url',
          label: t('webhookUrl'),
          type: 'password',
          note: (
            <>
              {t('webhookHint')}{' '}
              <a href={help} target="_blank" rel="noreferrer" className={textLink}>
                {t('webhookHelp')}
              </a>
            </>
          ),
        },
      ]}
      connect={connect.mutateAsync}
      busy={connect.isPending}
      onClose={onClose}
    />
  )
}
