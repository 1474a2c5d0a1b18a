import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Sessions } from '#contract/sessions.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { useMoments } from '../../dates/use-moments.ts'
import { Button } from '../../ui/button.tsx'
import { CardRow, CardRows, CardRowsSkeleton } from '../../ui/card-rows.tsx'
import { Card } from '../../ui/card.tsx'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { toast } from '../../ui/toast.tsx'
import { sessionsQuery, useEndSession } from './access-queries.ts'

type Session = Sessions['sessions'][number]

export function DevicesCard() {
  const t = useTranslations('access.devices')
  const load = useLoad(useQuery(sessionsQuery))
  const online = useOnline()
  const end = useEndSession()
  const endOthers = () =>
    end.mutate(undefined, {
      onSuccess: () => toast.success(t('endedOthers')),
      onError: (error) => toast.error(t('endFailed'), error),
    })
  const hasOthers = load.data?.some(({ current }) => !current) === true
  const action = hasOthers && (
    <Button
      kind="line"
      small
      disabled={!online}
      busy={end.isPending && end.variables === undefined ? t('ending') : undefined}
      onClick={endOthers}
    >
      {t('endOthers')}
    </Button>
  )
  return (
    <Card title={t('title')} action={action}>
      <OfflineReason />
      <Loaded load={load} failed={t('failed')} skeleton={<CardRowsSkeleton />} inCard>
        {(sessions) => (
          <CardRows>
            {sessions.map((session) => (
              <Device key={session.id} session={session} disabled={!online} />
            ))}
          </CardRows>
        )}
      </Loaded>
    </Card>
  )
}

function Device({
  session: { id, device, used_at, signed_in_at, current },
  disabled,
}: {
  session: Session
  disabled: boolean
}) {
  const t = useTranslations('access.devices')
  const { used, day } = useMoments()
  const end = useEndSession()
  const name = device ?? t('unknown')
  return (
    <CardRow
      icon={/iPhone|iPad|Android/u.test(name) ? Smartphone : Monitor}
      title={name}
      about={current ? t('current') : t('used', { when: used(used_at), since: day(signed_in_at) })}
    >
      {!current && (
        <Button
          kind="ghost"
          small
          disabled={disabled}
          aria-label={t('endLabel', { device: name })}
          busy={end.isPending ? t('ending') : undefined}
          onClick={() =>
            end.mutate(id, {
              onSuccess: () => toast.success(t('ended', { device: name })),
              onError: (error) => toast.error(t('endFailed'), error),
            })
          }
        >
          {t('end')}
        </Button>
      )}
    </CardRow>
  )
}
