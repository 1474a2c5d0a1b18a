import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Sessions } from '#contract/sessions.ts'
import { useOnline } from '../../lib/online.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Bar } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { sessionsQuery, useEndSession } from './queries.ts'
import { useMoments } from './use-moments.ts'

type Session = Sessions['sessions'][number]

/** Where the member is signed in; every place but this one can be ended. */
export function DevicesCard() {
  const t = useTranslations('access.devices')
  const load = useLoad(useQuery(sessionsQuery))
  const online = useOnline()
  const end = useEndSession()
  const endOthers = () =>
    end.mutate(undefined, {
      onSuccess: () => toast.success(t('endedOthers')),
      onError: () => toast.error(t('endFailed')),
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
      <Loaded load={load} failed={t('failed')} skeleton={<DevicesSkeleton />} inCard>
        {(sessions) => (
          <ul className="-mt-1 -mb-2">
            {sessions.map((session) => (
              <Device key={session.id} session={session} disabled={!online} />
            ))}
          </ul>
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
  const Icon = /iPhone|iPad|Android/u.test(name) ? Smartphone : Monitor
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-3 border-b border-rule py-1.5 last:border-b-0">
      <Icon size={18} strokeWidth={1.75} className="shrink-0 text-text-2" aria-hidden />
      <div className="min-w-24 flex-1">
        <p className="t-14b">{name}</p>
        <p className="t-12 text-text-3">
          {current ? t('current') : t('used', { when: used(used_at), since: day(signed_in_at) })}
        </p>
      </div>
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
              onError: () => toast.error(t('endFailed')),
            })
          }
        >
          {t('end')}
        </Button>
      )}
    </li>
  )
}

const DevicesSkeleton = () => (
  <ul className="-mt-1 -mb-2">
    {['28%', '34%'].map((width) => (
      <li key={width} className="min-h-13 border-b border-rule py-1.5 last:border-b-0">
        <Bar width={width} />
        <Bar width="48%" />
      </li>
    ))}
  </ul>
)
