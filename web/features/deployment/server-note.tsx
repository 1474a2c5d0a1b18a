import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DeploymentState } from '#contract/deployment-state.ts'
import { readStored, writeStored } from '../../storage/local-storage.ts'
import { Note } from '../../ui/note.tsx'
import { isLocalAddress } from '../../ui/local-address-warning.tsx'
import { deploymentStateQuery } from './queries.ts'

const seenKey = (userId: string) => `asakai_server_note_seen:${userId.toLowerCase()}`
export const isServerNoteSeen = (userId: string) => readStored(seenKey(userId), (text) => text) !== undefined

/**
 * Lists what the server still lacks before other members join: a URL that they can open, email, backups (N22.05). Shown
 * to an administrator only once, and not at all if the server lacks none of these. Render it only if `isServerShown`.
 */
export function ServerNote({ userId, link }: { userId: string; link: (words: string) => ReactNode }) {
  const t = useTranslations('serverNote')
  const writing = useTranslations('writing')
  const [isSeen, setIsSeen] = useState(() => isServerNoteSeen(userId))
  const { data } = useQuery({ ...deploymentStateQuery, enabled: !isSeen, retry: false })
  if (isSeen || !data) return null
  const texts: Record<Missing, string> = {
    address: writing('onlyHere'),
    mail: t('mail'),
    backups: t('backups'),
  }
  const missing = missingIn(data)
  if (missing.length === 0) return null
  const dismiss = () => {
    setIsSeen(true)
    writeStored(seenKey(userId), 'seen')
  }
  return (
    <div className="mt-4">
      <Note kind="warn" actions={[{ label: t('dismiss'), onClick: dismiss }]}>
        <p className="t-13b">{t('title')}</p>
        <ul className="mt-1 list-disc ps-4 text-pretty">
          {missing.map((each) => (
            <li key={each}>{texts[each]}</li>
          ))}
        </ul>
        <p className="mt-1">{link(t('toServer'))}</p>
      </Note>
    </div>
  )
}

type Missing = 'address' | 'mail' | 'backups'

function missingIn({ public_url, mail, backup }: DeploymentState): Missing[] {
  const missing: Missing[] = []
  if (isLocalAddress(public_url)) missing.push('address')
  if (!mail.is_set_up) missing.push('mail')
  if (!backup.nightly) missing.push('backups')
  return missing
}
