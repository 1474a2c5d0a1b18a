import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isUnreachable } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Failed } from '../../ui/states.tsx'
import { textLink } from '../../ui/text-link.ts'
import { TeamSkeleton } from './team-skeleton.tsx'

type Load = { data: unknown; isPending: boolean; isError: boolean; error: Error | null; refetch: () => unknown }

/** A list in each state of its load: what was read stays while it cannot be read again. */
export function TeamTab({ query, offline, children }: { query: Load; offline: boolean; children: ReactNode }) {
  const t = useTranslations('team')
  const retry = () => void query.refetch()
  if (!query.data && offline)
    return (
      <Failed calm title={t('offline')}>
        {t('offlineHint')}
      </Failed>
    )
  if (query.isPending)
    return (
      <div aria-busy>
        <TeamSkeleton />
      </div>
    )
  if (!query.data)
    return (
      <Failed
        title={t('error')}
        actions={
          <Button kind="line" onClick={retry}>
            <RotateCw size={16} strokeWidth={1.75} aria-hidden />
            {t('retry')}
          </Button>
        }
      >
        {t(isUnreachable(query.error) ? 'unreachableHint' : 'errorHint')}
      </Failed>
    )
  return (
    <>
      {(offline || query.isError) && (
        <div className="mb-4">
          <Note>
            {offline ? (
              t('staleOffline')
            ) : (
              <>
                {t('staleError')}{' '}
                <button type="button" onClick={retry} className={`cursor-pointer ${textLink}`}>
                  {t('retry')}
                </button>
              </>
            )}
          </Note>
        </div>
      )}
      {children}
    </>
  )
}
