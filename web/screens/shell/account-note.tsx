import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Note } from '../../ui/note.tsx'

type Props = { link: string; href: string; dismiss: string; onDismiss: () => void; children: ReactNode }

/** A warning above the screen, with a link and a button that closes it. */
export function AccountNote({ link, href, dismiss, onDismiss, children }: Props) {
  const [, go] = useLocation()
  return (
    <div className="px-4 pt-3 md:px-8 print:hidden">
      <Note
        kind="warn"
        actions={[
          { label: link, onClick: () => go(href) },
          { label: dismiss, onClick: onDismiss },
        ]}
      >
        {children}
      </Note>
    </div>
  )
}
