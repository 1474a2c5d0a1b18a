import type { ReactNode } from 'react'

/** A setting in a row of a card: its name, a sentence and a control. Further content is below them. */
export const SettingRow = ({
  title,
  about,
  control,
  children,
}: {
  title: string
  about?: string
  control?: ReactNode
  children?: ReactNode
}) => (
  <li className="border-b border-rule py-4 first:pt-2 last:border-b-0">
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <h3 className="t-14b">{title}</h3>
        {about && <p className="mt-0.5 t-13 text-pretty text-text-2">{about}</p>}
      </div>
      {control}
    </div>
    {children}
  </li>
)
