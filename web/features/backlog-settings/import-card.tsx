import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { serverMessage } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unplugged } from '../../ui/unplugged.tsx'
import { useImportIssues } from './queries.ts'

/**
 * Reads the issues of GitHub now.
 * @param connected whether GitHub is; undefined while nobody knows: then the server says
 * @param toAccounts a link to the accounts, around its words
 */
export function ImportCard({
  connected,
  toAccounts,
}: {
  connected: boolean | undefined
  toAccounts: (words: string) => ReactNode
}) {
  const t = useTranslations('backlogSettings')
  const reason = useId()
  const issues = useImportIssues()
  const read = () =>
    issues.mutate(undefined, {
      onSuccess: ({ message }) => toast.success(message || t('importSuccess')),
      onError: (error) => toast.error(serverMessage(error) ?? t('importError')),
    })
  const missing = connected === false
  return (
    <Card
      title={t('import')}
      action={
        <Button
          kind={missing ? 'muted' : 'line'}
          small
          aria-describedby={missing ? reason : undefined}
          busy={issues.isPending ? t('importing') : undefined}
          onClick={missing ? () => toast.info(t('connectFirst')) : read}
        >
          {t('importNow')}
        </Button>
      }
    >
      <p className="t-14 text-pretty [word-break:auto-phrase] text-text-2">{t('importAbout')}</p>
      {missing && (
        <Unplugged id={reason} link={toAccounts(t('toAccounts'))}>
          {t('connectFirst')}
        </Unplugged>
      )}
    </Card>
  )
}
