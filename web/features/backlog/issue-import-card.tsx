import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import type { Source } from '#contract/backlogs.ts'
import { providers } from '#contract/providers.ts'
import { serverMessage } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import { NotConnectedNotice } from '../../domain/not-connected-notice.tsx'
import { ImportProgress, useImports } from './import-progress.tsx'
import { LastSync } from './last-sync.tsx'
import { syncsQuery, useImportIssues } from './queries.ts'

/**
 * @param connected whether the account is connected; undefined while this is unknown, so that the server decides
 * @param isOnServer whether this server is configured for the tracker
 * @param toAccounts renders a link to the accounts around the given text
 */
export function IssueImportCard({
  source,
  connected,
  isOnServer,
  toAccounts,
}: {
  source: Source
  connected: boolean | undefined
  isOnServer: boolean
  toAccounts: (words: string) => ReactNode
}) {
  const t = useTranslations('backlogSettings')
  const reason = useId()
  const issues = useImportIssues(source)
  const sync = useQuery(syncsQuery).data?.find((one) => one.source === source)
  const goingOn = useImports().find((one) => one.source === source && one.state === 'going_on')
  const name = providers[source].name
  const read = () =>
    issues.mutate(undefined, {
      onSuccess: ({ message, state }) =>
        state === 'going_on'
          ? toast.info(t('importGoesOn'))
          : toast.success(message || t('importSuccess', { source: name })),
      onError: (error) => toast.error(serverMessage(error) ?? t('importError', { source: name }), error),
    })
  const missing = connected === false
  const whyMissing = t(isOnServer ? 'connectFirst' : 'notOnServer', { source: name })
  const isBusy = issues.isPending || goingOn !== undefined
  return (
    <Card
      title={t('import', { source: name })}
      action={
        <Button
          kind={missing ? 'muted' : 'line'}
          small
          // The label of GitHub's button is its text. The labels of the other buttons name their trackers.
          aria-label={source === 'github' ? undefined : t('importNowFrom', { source: name })}
          aria-describedby={missing ? reason : undefined}
          busy={isBusy ? t('importing') : undefined}
          onClick={missing ? () => toast.info(whyMissing) : read}
        >
          {t('importNow')}
        </Button>
      }
    >
      <p className="t-14 text-pretty text-text-2">{t('importAbout')}</p>
      {missing ? (
        <NotConnectedNotice id={reason} link={isOnServer && toAccounts(t('toAccounts'))}>
          {whyMissing}
        </NotConnectedNotice>
      ) : (
        <>
          {sync && <LastSync sync={sync} />}
          {goingOn && <ImportProgress of={goingOn} />}
        </>
      )}
    </Card>
  )
}
