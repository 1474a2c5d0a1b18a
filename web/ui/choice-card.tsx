import type { ComponentProps } from 'react'
import { Card } from './card.tsx'
import { Select } from './select.tsx'

export const ChoiceCard = <Value extends string>({
  title,
  ...select
}: ComponentProps<typeof Select<Value>> & { title: string }) => (
  <Card title={title}>
    <div className="max-w-80">
      <Select {...select} />
    </div>
  </Card>
)
