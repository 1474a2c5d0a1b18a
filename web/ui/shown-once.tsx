import { useEffect, useRef } from 'react'
import { CopyField } from './copy-field.tsx'
import { Live } from './live.tsx'
import { OnlyHere } from './only-here.tsx'

/** A secret, the one time that anybody says it. @param about what it is for */
export function ShownOnce({ about, value }: { about: string; value: string }) {
  const button = useRef<HTMLButtonElement>(null)
  // The dialog has given the focus back to the button that opened it; what comes next is here.
  useEffect(() => button.current?.focus(), [value])
  return (
    <div className="mb-3 rounded-2 bg-sunken p-3 forced-colors:border">
      <Live className="mb-2 t-13">{about}</Live>
      <CopyField label={about} value={value} button={button} />
      <OnlyHere address={value} />
    </div>
  )
}
