import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { deploymentQuery } from '../../entities/deployment.ts'
import { useReauthentication } from '../../features/account/use-reauthentication.tsx'
import { useSession } from '../../features/session/session.tsx'
import { WhoMayJoin } from '../../features/team/who-may-join.tsx'
import { useSaveTeam } from '../../entities/team.ts'
import { useOnline } from '../../platform/online.ts'
import { Card } from '../../ui/card.tsx'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'

/**
 * Says who may join the team. Administrators get a switch if new people can join, or if the team has turned this off.
 */
export function WhoJoins({ user }: { user: Me }) {
  const { data: deployment } = useQuery(deploymentQuery)
  const mayChange = user.is_admin && (deployment?.sign_up === 'join' || user.team.invited_only)
  return (
    <>
      <WhoMayJoin deployment={deployment} domains={user.sign_up_domains ?? []} />
      {mayChange && <InvitedOnly user={user} />}
    </>
  )
}

/** A switch that limits joining to invited people. It is saved at once. The server's setting can be stricter. */
function InvitedOnly({ user }: { user: Me }) {
  const t = useTranslations('whoMayJoin')
  const team = useTranslations('teamSettings')
  const { userChanged } = useSession()
  const online = useOnline()
  const queries = useQueryClient()
  const { confirm, dialog } = useReauthentication(user.email)
  const save = useSaveTeam({
    onSaved: (saved) => {
      userChanged({ ...user, team: saved })
      void queries.invalidateQueries({ queryKey: deploymentQuery.queryKey })
    },
    onFailed: (error) => {
      // The server may require the password, but only for a change that opens the team.
      if (!confirm(error, () => save.mutate({ invited_only: false }))) toast.error(team('saveFailed'), error)
    },
  })
  const { invited_only = user.team.invited_only } = save.isPending ? save.variables : user.team
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center gap-3 t-14">
        <Switch
          label={t('invitedOnly')}
          checked={invited_only}
          disabled={!online}
          onChange={(isOn) => save.mutate({ invited_only: isOn })}
        />
        <span aria-hidden className="min-w-0 flex-1">
          {t('invitedOnly')}
        </span>
        <OfflineReason />
      </p>
      {dialog}
    </>
  )
}

export function WhoJoinsCard({ user }: { user: Me }) {
  const t = useTranslations('whoMayJoin')
  return (
    <Card title={t('title')}>
      <div className="-mt-2">
        <WhoJoins user={user} />
      </div>
    </Card>
  )
}
