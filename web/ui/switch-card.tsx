import type { ReactNode } from 'react'
import { Card, type Help } from './card.tsx'
import { Switch } from './switch.tsx'

/** A card about something that is on or off. */
export function SwitchCard({
  title,
  help,
  about,
  checked,
  disabled = false,
  onChange,
  children,
}: {
  title: string
  help?: Help
  about: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
  children?: ReactNode
}) {
  return (
    <Card
      title={title}
      help={help}
      action={<Switch label={title} checked={checked} disabled={disabled} onChange={onChange} />}
    >
      <p className="-mt-3 t-14 text-pretty text-text-2">{about}</p>
      {children}
    </Card>
  )
}
