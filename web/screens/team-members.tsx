import type { ComponentProps } from 'react'
import { useConfirmation } from '../features/access/use-confirmation.tsx'
import { MemberList } from '../features/team/team-lists.tsx'

type Props = Omit<ComponentProps<typeof MemberList>, 'confirm'> & { email: string }

/** The members, with the dialog that asks for the password before somebody is made an administrator. */
export function TeamMembers({ email, ...list }: Props) {
  const { confirm, dialog } = useConfirmation(email)
  return (
    <>
      <MemberList {...list} confirm={confirm} />
      {dialog}
    </>
  )
}
