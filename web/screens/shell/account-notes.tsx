import type { ReactNode } from 'react'
import type { Me } from '#contract/users.ts'
import { ClaimedNote } from './claimed-note.tsx'
import { NewcomersNote } from './newcomers-note.tsx'
import { PasswordLinkNote } from './password-link-note.tsx'

export default function AccountNotes({
  user: { id, claimed, newcomers, newcomers_total, password_link },
}: {
  user: Me
}): ReactNode {
  return (
    <>
      {claimed && <ClaimedNote userId={id} claimed={claimed} />}
      {password_link && <PasswordLinkNote userId={id} link={password_link} />}
      {newcomers && newcomers.length > 0 && <NewcomersNote userId={id} newcomers={newcomers} total={newcomers_total} />}
    </>
  )
}
