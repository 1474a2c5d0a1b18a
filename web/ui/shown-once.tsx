import { useEffect, useRef } from 'react'
import { CopyField } from './copy-field.tsx'
import { Live } from './live.tsx'
import { LocalAddressWarning } from './local-address-warning.tsx'

/**
 * A secret that is shown only once.
 * @param about the purpose of the secret
 */
export function ShownOnce({ about, value }: { about: string; value: string }) {
  const button = useRef<HTMLButtonElement>(null)
  // The dialog has returned the focus to the button that opened it, but the next step is here.
  useEffect(() => button.current?.focus(), [value])
  return (
    <div className="mb-3 rounded-2 bg-sunken p-3 forced-colors:border">
      <Live className="mb-2 t-13">{about}</Live>
      <CopyField label={about} value={value} button={button} />
      <LocalAddressWarning address={value} />
    </div>
  )
}
