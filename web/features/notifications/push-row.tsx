import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../ui/load.ts'
import { LoadNote } from '../../ui/loaded.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'
import { pushObstacle, subscribeHere, unsubscribeHere } from './device.ts'
import { forgetSubscription, storeSubscription, pushQuery } from './queries.ts'

/**
 * Turns reminders on this device on or off (N13.04). If the browser cannot show them, explains why.
 * @param hasHour whether the member has a reminder time, their own or the team's
 */
export function PushRow({ hasHour }: { hasHour: boolean }) {
  const t = useTranslations('notifications.push')
  const queries = useQueryClient()
  const [obstacle, setObstacle] = useState(pushObstacle)
  const push = useQuery({ ...pushQuery, enabled: !obstacle })
  const load = useLoad(push)
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (!on) {
        await forgetSubscription()
        return unsubscribeHere()
      }
      const subscription = await subscribeHere(push.data!.public_key)
      setObstacle(pushObstacle())
      if (subscription) await storeSubscription(subscription)
    },
    onError: (error) => toast.error(t('failed'), error),
    onSettled: () => queries.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
  const isOn = change.isPending ? change.variables : push.data?.is_on === true
  const reasons = {
    insecure: t('insecure'),
    install: t('install'),
    unsupported: t('unsupported'),
    denied: t('denied'),
  }
  return (
    <SettingRow
      title={t('title')}
      about={t(hasHour ? 'about' : 'aboutNoHour')}
      control={
        <Switch
          label={t('title')}
          checked={isOn && !obstacle}
          disabled={obstacle !== undefined || !push.data || change.isPending}
          onChange={(on) => change.mutate(on)}
        />
      }
    >
      <p role="status" className="mt-2 t-13 text-pretty text-text-2 empty:hidden">
        {obstacle && reasons[obstacle]}
      </p>
      <div className="mt-4 empty:hidden">
        {!push.data && !obstacle && <LoadNote load={load} failed={t('failed')} />}
      </div>
    </SettingRow>
  )
}
