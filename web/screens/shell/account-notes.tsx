import type { ReactNode } from 'react'
import type { Me } from '#contract/users.ts'
import { ClaimedNote } from './claimed-note.tsx'
import { NewcomersNote } from './newcomers-note.tsx'
import { PasswordLinkNote } from './password-link-note.tsx'

/**
 * Shows notes about the account above the screen. Its code must be in the first file, or the notes would move the
 * screen.
 */
export function AccountNotes({
  user: { id, claimed, newcomers, newcomers_total, password_links },
}: {
  user: Me
}): ReactNode {
  return (
    <>
      {claimed && <ClaimedNote userId={id} claimed={claimed} />}
      {password_links.map((link) => (
        <PasswordLinkNote key={link.made_at + link.used_at} userId={id} link={link} />
      ))}
      {newcomers && newcomers.length > 0 && <NewcomersNote userId={id} newcomers={newcomers} total={newcomers_total} />}
    </>
  )
}
