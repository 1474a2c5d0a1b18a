import { useEffect, useRef } from 'react'
import { CopyField } from './copy-field.tsx'
import { Live } from './live.tsx'
import { LocalAddressWarning } from './local-address-warning.tsx'

/**
 * Shows a secret that the server does not send again, with a button to copy it.
 * @param about a sentence that says what the secret is for
 */
export function ShownOnce({ about, value }: { about: string; value: string }) {
  const button = useRef<HTMLButtonElement>(null)
  // The dialog has returned the focus to the button that opened it. The user's next step is to copy the secret.
  useEffect(() => button.current?.focus(), [value])
  return (
    <div className="mb-3 rounded-2 bg-sunken p-3 forced-colors:border">
      <Live className="mb-2 t-13">{about}</Live>
      <CopyField label={about} value={value} button={button} />
      <LocalAddressWarning address={value} />
    </div>
  )
}
