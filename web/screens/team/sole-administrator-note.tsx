import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { deploymentQuery } from '../../entities/deployment.ts'
import { membersQuery } from '../../entities/members.ts'
import { useIsStored, writeStored } from '../../storage/local-storage.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Note } from '../../ui/note.tsx'

/**
 * Warns the only administrator of a team if the server sends no email: no other member could help after a lost password
 * (E1.20). If the note is closed, it stays closed in this browser only.
 */
export function SoleAdministratorNote({ user: { id, email } }: { user: Me }) {
  const t = useTranslations('soleAdministratorNote')
  const { data: deployment } = useQuery(deploymentQuery)
  const { data: members } = useQuery(membersQuery)
  const key = `asakai_sole_administrator:${id}`
  const isClosed = useIsStored(key, (stored) => stored)
  const isHelped = !deployment || deployment.mail || deployment.oidc?.only
  const isSole = members?.filter(({ is_active, is_admin }) => is_active && is_admin).length === 1
  if (isClosed || isHelped || !isSole) return null
  const commands = {
    release: `asakai admin reset-password ${email}`,
    clone: `npm run admin -- reset-password ${email}`,
  }
  return (
    <Note kind="warn" actions={[{ label: t('dismiss'), onClick: () => void writeStored(key, 'closed') }]}>
      <p>{t('text')}</p>
      <p className="mt-1">{t('howTo')}</p>
      <dl className="mt-2 grid gap-2">
        {(['release', 'clone'] as const).map((way) => (
          <div key={way}>
            <dt className="text-text-2">{t(way)}</dt>
            <dd className="mt-1 flex">
              <CopyField label={t(way)} value={commands[way]} />
            </dd>
          </div>
        ))}
      </dl>
    </Note>
  )
}
