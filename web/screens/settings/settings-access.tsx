import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { sessionsQuery } from '../../features/account/access-queries.ts'
import { DevicesCard } from '../../features/account/devices-card.tsx'
import { MyDataCard } from '../../features/account/my-data-card.tsx'
import { useReauthentication } from '../../features/account/use-reauthentication.tsx'
import { deploymentQuery } from '../../entities/deployment.ts'
import { PasskeysCard } from '../../features/passkeys/passkeys-card.tsx'
import { useSession } from '../../features/session/session.tsx'
import { passkeysQuery } from '../../features/passkeys/queries.ts'
import { grantsQuery, tokensQuery } from '../../features/access-tokens/queries.ts'
import { GrantsCard } from '../../features/access-tokens/grants-card.tsx'
import { TokensCard } from '../../features/access-tokens/tokens-card.tsx'
import { forgetMember } from '../../storage/unsent-text.ts'
import { CardsTogether } from '../../ui/cards-together.tsx'
import { HelpLink } from '../shared/help-link.tsx'

export function Access() {
  const { user, signOut } = useSession()
  const { confirm, reauthenticating, dialog } = useReauthentication(user?.email ?? '')
  const deployment = useQuery(deploymentQuery)
  const lists = [useQuery(sessionsQuery), useQuery(passkeysQuery), useQuery(tokensQuery), useQuery(grantsQuery)]
  const [search] = useSearchParams()
  if (!user) return
  return (
    // If the member leaves the tab, the new key mounts the content again. So a new token or secret is no longer shown.
    <div key={search.get('tab')} className="grid grid-cols-1 gap-6">
      <CardsTogether queries={[deployment, ...lists]}>
        <DevicesCard />
        {!deployment.data?.oidc?.only && <PasskeysCard confirm={confirm} />}
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
      </CardsTogether>
      {dialog}
    </div>
  )
}
