import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Sender } from '../../api/send-outbox.ts'
import { type QueuedWrite, sendWrite, writesToSend } from '../../api/writes-to-send.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * Returns the sender of forms that were being sent when the member left the page for a sign-in elsewhere.
 * @param readUser refetches the member, because a form may have changed their data
 */
export function useWriteSender(readUser: () => Promise<unknown>): Sender<QueuedWrite> {
  const t = useTranslations('outbox')
  const queries = useQueryClient()
  return {
    kind: writesToSend.kind,
    send: sendWrite,
    sent: async () => {
      toast.success(t('formSent'))
      await Promise.all([readUser(), queries.invalidateQueries()]).catch((error: unknown) =>
        console.info('The page could not be read again', error),
      )
    },
    refused: () => 'keep',
  }
}
