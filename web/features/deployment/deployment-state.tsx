import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import type { DeploymentState } from '#contract/deployment-state.ts'
import { providers } from '#contract/providers.ts'
import { formatList } from '#contract/format-list.ts'
import { formatDateTime } from '../../dates/format-date.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { LocalAddressWarning, isLocalAddress } from '../../ui/local-address-warning.tsx'
import { Bar } from '../../ui/states.tsx'
import { NotConnectedNotice } from '../../domain/not-connected-notice.tsx'
import { deploymentStateQuery } from './queries.ts'

/** Shows administrators the state of the server, its services and its sign-ins (decision 38). */
export function DeploymentStateCards() {
  const t = useTranslations('deploymentState')
  const load = useLoad(useQuery(deploymentStateQuery))
  const skeleton = (
    <Card title={t('server')}>
      <Bar width="60%" />
      <Bar width="48%" />
    </Card>
  )
  return (
    <Loaded load={load} failed={t('failed')} skeleton={skeleton}>
      {(state) => (
        <div className="grid grid-cols-1 gap-6">
          <ServerCard state={state} />
          <ServicesCard services={state.providers} />
          <MembersCard members={state.members} />
        </div>
      )}
    </Loaded>
  )
}

function ServerCard({ state }: { state: DeploymentState }) {
  const t = useTranslations('deploymentState')
  const note = useTranslations('serverNote')
  const moment = useMoment()
  const { version, newest, public_url, database, backup, queue, mail } = state
  const lateMinutes = Math.floor(queue.late_seconds / 60)
  const backedUp = backup.newest_at ? moment(backup.newest_at) : t('noBackup')
  return (
    <Card title={t('server')}>
      <Facts
        facts={[
          { name: t('version'), value: <Version version={version} newest={newest} /> },
          { name: t('address'), value: isLocalAddress(public_url) ? <Bad>{public_url}</Bad> : public_url },
          {
            name: t('database'),
            value: `PostgreSQL ${database.version} · ${database.kind === 'own' ? t('own') : t('bundled')}`,
          },
          { name: t('backup'), value: backup.nightly || backup.newest_at ? backedUp : <Bad>{t('noBackups')}</Bad> },
          { name: t('queue'), value: lateMinutes > 0 ? <Bad>{t('late', { count: lateMinutes })}</Bad> : t('onTime') },
          {
            name: t('notifications'),
            value: (
              <>
                {t('waiting', { count: queue.waiting })} ·{' '}
                {queue.failed > 0 ? <Bad>{t('undelivered', { count: queue.failed })}</Bad> : t('noneUndelivered')}
              </>
            ),
          },
          { name: t('mail'), value: mail.is_set_up ? <Heard of={mail} /> : t('noMail') },
        ]}
      />
      <div className="mt-3 empty:hidden">
        <LocalAddressWarning address={public_url} />
      </div>
      {!backup.nightly && <NotConnectedNotice link={undefined}>{note('backups')}</NotConnectedNotice>}
    </Card>
  )
}

function Version({ version, newest }: Pick<DeploymentState, 'version' | 'newest'>) {
  const t = useTranslations('deploymentState')
  if (!newest) return version
  if (newest.version === null) return `${version} · ${t('newestUnknown')}`
  return newest.is_newer ? (
    <>
      {version} · <strong>{t('newer', { version: newest.version })}</strong>
    </>
  ) : (
    `${version} · ${t('newest')}`
  )
}

function ServicesCard({ services }: { services: DeploymentState['providers'] }) {
  const t = useTranslations('deploymentState')
  return (
    <Card title={t('services')}>
      {services.length === 0 && <p className="t-13 text-text-3">{t('noServices')}</p>}
      <Facts facts={services.map((service) => ({ name: providers[service.id].name, value: <Heard of={service} /> }))} />
    </Card>
  )
}

function MembersCard({ members }: { members: DeploymentState['members'] }) {
  const t = useTranslations('deploymentState')
  const language = useLocale()
  const moment = useMoment()
  const wayNames = (ways: DeploymentState['members'][number]['ways']) =>
    formatList(
      language,
      ways.map((way) => (way === 'password' ? t('password') : providers[way].name)),
    )
  return (
    <Card title={t('members')}>
      <ul className="-mb-2">
        {members.map(({ id, name, signed_in_at, ways }) => (
          <li key={id} className="border-b border-rule py-2 last:border-b-0">
            <p className="t-14b wrap-anywhere">{name}</p>
            <p className="t-12 text-text-3">
              {signed_in_at ? t('signedIn', { time: moment(signed_in_at) }) : t('notLately')}
              {ways.length > 0 && ` · ${wayNames(ways)}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Heard({
  of: { succeeded_at, failed_at, failure },
}: {
  of: Pick<DeploymentState['mail'], 'succeeded_at' | 'failed_at' | 'failure'>
}) {
  const t = useTranslations('deploymentState')
  const moment = useMoment()
  if (failed_at && !(succeeded_at && succeeded_at > failed_at))
    return (
      <>
        <Bad>{t('failedAt', { time: moment(failed_at) })}</Bad>
        {failure && <span className="block t-13 text-text-2">{failure}</span>}
      </>
    )
  return succeeded_at ? t('worked', { time: moment(succeeded_at) }) : t('notHeard')
}

const Bad = ({ children }: { children: string }) => <span className="text-problem-text">{children}</span>

function useMoment() {
  const language = useLocale()
  return (instant: string) => formatDateTime(language, new Date(instant))
}
