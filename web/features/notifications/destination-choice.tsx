import { useTranslations } from 'use-intl'
import { type Destination, destinations, providers } from '#contract/providers.ts'
import { BrandMark } from '../../brand/brand-marks.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'

export function DestinationChoice({
  chosen,
  connected,
  onChoose,
}: {
  chosen: Destination
  connected: readonly Destination[] | undefined
  onChoose: (destination: Destination) => void
}) {
  const t = useTranslations('notifications')
  return (
    <div className="mt-4">
      <RadioGroup look="side" legend={t('destination')} values={destinations} value={chosen} onChange={onChoose}>
        {(id) => (
          <>
            <BrandMark of={id} />
            <span className="t-14">{providers[id].name}</span>
            {connected && (
              <span className="ml-auto text-right t-12 text-text-3">
                {t(connected.includes(id) ? 'connected' : 'notConnected')}
              </span>
            )}
          </>
        )}
      </RadioGroup>
    </div>
  )
}
