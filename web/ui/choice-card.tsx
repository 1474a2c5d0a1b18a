import type { ComponentProps } from 'react'
import { Card } from './card.tsx'
import { Select } from './select.tsx'

/** A card about one thing to choose. */
export const ChoiceCard = <Value extends string>({
  title,
  about,
  ...select
}: ComponentProps<typeof Select<Value>> & { title: string; about?: string }) => (
  <Card title={title}>
    {about && <p className="mb-4 t-14 text-pretty text-text-2">{about}</p>}
    <div className="max-w-80">
      <Select {...select} />
    </div>
  </Card>
)
