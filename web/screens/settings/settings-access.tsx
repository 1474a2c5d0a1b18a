import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { DevicesCard } from '../../features/account/devices-card.tsx'
import { MyDataCard } from '../../features/account/my-data-card.tsx'
import { useReauthentication } from '../../features/account/use-reauthentication.tsx'
import { deploymentQuery } from '../../entities/deployment.ts'
import { PasskeysCard } from '../../features/passkeys/passkeys-card.tsx'
import { useSession } from '../../features/session/session.tsx'
import { GrantsCard } from '../../features/access-tokens/grants-card.tsx'
import { TokensCard } from '../../features/access-tokens/tokens-card.tsx'
import { forgetMember } from '../../storage/unsent-text.ts'
import { HelpLink } from '../shared/help-link.tsx'

export function Access() {
  const { user, signOut } = useSession()
  const { confirm, reauthenticating, dialog } = useReauthentication(user?.email ?? '')
  const { data: deployment } = useQuery(deploymentQuery)
  const [search] = useSearchParams()
  if (!user) return
  return (
    // The key remounts the content when the tab is left, so that a new token or secret disappears.
    <div key={search.get('tab')} className="grid grid-cols-1 gap-6">
      <DevicesCard />
      {!deployment?.oidc?.only && <PasskeysCard confirm={confirm} />}
      <TokensCard
        reauthenticating={reauthenticating}
        help={(title) => <HelpLink section="your-own-programs" title={title} />}
      />
      <GrantsCard help={(title) => <HelpLink section="your-own-programs" title={title} />} />
      <MyDataCard
        email={user.email}
        isAdmin={user.is_admin}
        onLeft={() => {
          forgetMember(user.id)
          void signOut()
        }}
        help={(title) => <HelpLink section="your-devices-and-data" title={title} />}
      />
      {dialog}
    </div>
  )
}
