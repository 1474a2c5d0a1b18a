import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { type Destination, destinations, providers } from '#contract/providers.ts'
import { BrandMark } from '../../ui/brand-marks.tsx'

/** Where the team can be told, each with whether it is connected. */
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
  const name = useId()
  return (
    <fieldset className="mt-5">
      <legend className="mb-2 t-13b">{t('destination')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {destinations.map((id) => (
          <label
            key={id}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-2 border border-rule px-4 py-2 hover:bg-hover has-checked:border-ai-text has-checked:bg-ai-soft has-checked:inset-ring has-checked:inset-ring-ai-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
              className="size-4.5 shrink-0 cursor-pointer appearance-none rounded-full border border-rule-strong bg-surface outline-none checked:border-[6px] checked:border-ai-text"
            />
            <BrandMark of={id} />
            <span className="t-14">{providers[id].name}</span>
            {connected && (
              <span className="ml-auto text-right t-12 text-text-3">
                {t(connected.includes(id) ? 'connected' : 'notConnected')}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
