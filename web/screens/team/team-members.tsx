import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { Me } from '#contract/users.ts'
import { useReauthentication } from '../../features/account/use-reauthentication.tsx'
import { deploymentQuery } from '../../entities/deployment.ts'
import { MemberList } from '../../features/team/team-lists.tsx'
import { WhoJoins } from '../shared/who-joins.tsx'

type Props = Pick<ComponentProps<typeof MemberList>, 'members' | 'search' | 'action'> & { user: Me | undefined }

/** Shows the members with the actions of administrators, and the dialog that asks for the password before an action. */
export function TeamMembers({ user, ...rest }: Props) {
  const { confirm, dialog } = useReauthentication(user?.email ?? '')
  const { data: deployment } = useQuery(deploymentQuery)
  return (
    <>
      {user && (
        <div className="mb-4">
          <WhoJoins user={user} />
        </div>
      )}
      <MemberList
        {...rest}
        ownId={user?.id}
        isAdmin={user?.is_admin === true}
        confirm={confirm}
        hasPasswords={!deployment?.oidc?.only}
        isNamedByCompany={deployment?.oidc?.names_administrators === true}
      />
      {dialog}
    </>
  )
}
