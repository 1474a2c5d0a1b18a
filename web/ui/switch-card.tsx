import type { ReactNode } from 'react'
import { Card, type Help } from './card.tsx'
import { SavedSign } from './saved-sign.tsx'
import { Switch } from './switch.tsx'

export function SwitchCard({
  id,
  title,
  help,
  isSaved,
  about,
  checked,
  disabled = false,
  onChange,
  children,
}: {
  id?: string
  title: string
  help?: Help
  isSaved?: boolean
  about: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
  children?: ReactNode
}) {
  return (
    <Card
      {...(id !== undefined && { id })}
      title={title}
      help={help}
      sign={isSaved !== undefined && <SavedSign isSaved={isSaved} />}
      action={<Switch label={title} checked={checked} disabled={disabled} onChange={onChange} />}
    >
      <p className="-mt-2 t-14 text-pretty text-text-2">{about}</p>
      {children}
    </Card>
  )
}
