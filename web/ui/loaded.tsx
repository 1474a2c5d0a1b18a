import { RotateCw } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import type { Load } from './load.ts'
import { Note } from './note.tsx'
import { Reference } from './reference.tsx'
import { Failed, Delayed } from './states.tsx'

/**
 * Whether the screen around a part already shows that data is loading or out of date. The part then does not show this
 * again.
 */
export const ScreenAnnouncesLoading = createContext(false)

type Words = {
  /** The error title. Without it, a failure shows only the retry button. */
  failed?: string
  /** A hint for failures other than connection problems: that stored data is safe, or what the user can do. */
  failedHint?: string
  /** Whether drafts are stored on this device. If so, the error says this. */
  keepsDrafts?: boolean
}

/** Shows the data of a query, or its loading state or error. Earlier data stays visible if a refetch fails. */
export function Loaded<T>({
  load,
  skeleton,
  empty,
  children,
  inCard = false,
  ...words
}: {
  load: Load<T>
  skeleton?: ReactNode
  empty?: ReactNode
  children: (data: T) => ReactNode
  /** Shows errors in a note of the card instead of replacing the page. */
  inCard?: boolean
} & Words) {
  const isAnnouncedByScreen = useContext(ScreenAnnouncesLoading)
  const { data } = load
  if (load.status === 'pending') return <Skeleton>{skeleton}</Skeleton>
  if (data === undefined)
    return inCard ? <LoadNote load={load} failed={words.failed} /> : <Instead load={load} {...words} />
  return (
    <>
      {!isAnnouncedByScreen && inCard && <LoadNote load={load} />}
      {!isAnnouncedByScreen && !inCard && load.stale && (
        <div className="mb-4">
          <Stale load={load} />
        </div>
      )}
      {empty && Array.isArray(data) && data.length === 0 ? empty : children(data)}
    </>
  )
}

/**
 * Shows parts that load independently of each other. If no part has data, shows one message instead: while offline, or
 * if all have failed and `failed` is given.
 */
export function LoadedParts({ load, children, ...words }: { load: Load<unknown>; children: ReactNode } & Words) {
  const isNothing = load.status === 'offline' || (load.status === 'failed' && words.failed !== undefined)
  return isNothing ? <Instead load={load} {...words} /> : children
}

export function Stale({ load: { stale, retry } }: { load: Load<unknown> }) {
  const t = useTranslations('states')
  if (stale === 'offline') return <Note kind="offline">{t('staleOffline')}</Note>
  return (
    stale && (
      <Note kind="offline" actions={[{ label: t('retry'), onClick: retry }]}>
        {t('staleError')}
      </Note>
    )
  )
}

/** Renders a skeleton, with a loading text for screen readers. */
export function Skeleton({ children }: { children: ReactNode }) {
  const isAnnouncedByScreen = useContext(ScreenAnnouncesLoading)
  const t = useTranslations('common')
  return (
    <div aria-busy>
      <Delayed>
        {!isAnnouncedByScreen && (
          <p role="status" className="sr-only">
            {t('loading')}
          </p>
        )}
        <div aria-hidden>{children}</div>
      </Delayed>
    </div>
  )
}

function Instead({ load: { status, cause, retry }, failed, failedHint, keepsDrafts }: { load: Load<unknown> } & Words) {
  const t = useTranslations('states')
  if (status === 'offline')
    return (
      <Failed calm title={t('offline')}>
        {t(keepsDrafts ? 'offlineDraftsHint' : 'offlineHint')}
      </Failed>
    )
  if (failed === undefined)
    return (
      <div className="grid place-items-center py-10">
        <Retry kind="ghost" onClick={retry} />
      </div>
    )
  return (
    <Failed title={failed} actions={<Retry kind="line" onClick={retry} />}>
      {failedHint ?? t(keepsDrafts ? 'draftsHint' : 'failedHint')}
      <Reference of={cause} />
    </Failed>
  )
}

/** A note in a card about a failed load or out-of-date data. */
export function LoadNote({ load, failed }: { load: Load<unknown>; failed?: string | undefined }) {
  const t = useTranslations('states')
  const { status, stale, retry } = load
  const words = {
    pending: undefined,
    offline: t('offlineNote'),
    failed,
    loaded: stale && t(stale === 'offline' ? 'staleOffline' : 'staleError'),
  }[status]
  if (words === undefined) return
  const isOffline = status === 'offline' || stale === 'offline'
  return (
    <div role={isOffline ? 'status' : 'alert'} className="mb-3 last:mb-0">
      <Note>
        <p>
          {words}
          {!isOffline && <Reference of={load.cause} />}
        </p>
        {!isOffline && (
          <div className="mt-2">
            <Retry kind="line" small onClick={retry} />
          </div>
        )}
      </Note>
    </div>
  )
}

function Retry({ kind, small = false, onClick }: { kind: 'line' | 'ghost'; small?: boolean; onClick: () => void }) {
  const t = useTranslations('states')
  return (
    <Button kind={kind} small={small} onClick={onClick}>
      <RotateCw size={16} strokeWidth={1.75} aria-hidden />
      {t('retry')}
    </Button>
  )
}
