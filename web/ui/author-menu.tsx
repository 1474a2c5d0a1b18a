import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../platform/online.ts'
import { Menu } from './menu.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

/** The author's actions on their text. Disabled without a network. */
export function AuthorMenu({
  words,
  onEdit,
  onDelete,
}: {
  words: { actions: string; edit: string; delete: string }
  onEdit: () => void
  onDelete: () => void
}) {
  const offline = useTranslations('states')('offline')
  const disabledBecause = useOnline() ? undefined : offline
  return (
    <Menu
      label={words.actions}
      placement="[position-area:block-end_span-inline-start] [position-try-fallbacks:flip-inline,flip-block]"
      className="icon-button size-8 shrink-0 pointer-coarse:size-11"
      items={[
        { label: words.edit, icon: <Pencil {...icon} />, disabledBecause, onSelect: onEdit },
        {
          label: words.delete,
          icon: <Trash2 {...icon} />,
          disabledBecause,
          onSelect: onDelete,
          apart: true,
          isDanger: true,
        },
      ]}
    >
      <Ellipsis {...icon} />
      <span className="sr-only">{words.actions}</span>
    </Menu>
  )
}
