import { RotateCw } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import type { Load } from './load.ts'
import { Note } from './note.tsx'
import { Reference } from './reference.tsx'
import { Failed, Delayed } from './states.tsx'

/** Whether the screen around says that something is read and how old it is, so that its parts need not. */
export const SaidByScreen = createContext(false)

type Words = {
  /** What could not be loaded; without it a failure shows the way to try again alone. */
  failed?: string
  /** What is safe or what to do where it failed, if the connection is not what to look after. */
  failedHint?: string
  /** Drafts are kept on this device, and it says so while nothing can be loaded. */
  keepsDrafts?: boolean
}

/** What a query has read, in each state of its load: what was read before stays while it cannot be read again. */
export function Loaded<T>({
  load,
  skeleton,
  empty,
  children,
  inCard = false,
  ...words
}: {
  load: Load<T>
  /** The layout before its words are there. */
  skeleton?: ReactNode
  /** In place of a list without entries. */
  empty?: ReactNode
  children: (data: T) => ReactNode
  /** Says what is wrong in a note of the card instead of in place of the page. */
  inCard?: boolean
} & Words) {
  const said = useContext(SaidByScreen)
  const { data } = load
  if (load.stands === 'pending') return <Skeleton>{skeleton}</Skeleton>
  if (data === undefined)
    return inCard ? <LoadNote load={load} failed={words.failed} /> : <Instead load={load} {...words} />
  return (
    <>
      {!said && inCard && <LoadNote load={load} />}
      {!said && !inCard && load.stale && (
        <div className="mb-4">
          <Stale load={load} />
        </div>
      )}
      {empty && Array.isArray(data) && data.length === 0 ? empty : children(data)}
    </>
  )
}

/** Parts that are loaded each for itself; where there is nothing of any of them, that is said once in their place. */
export function LoadedParts({ load, children, ...words }: { load: Load<unknown>; children: ReactNode } & Words) {
  const isNothing = load.stands === 'offline' || (load.stands === 'failed' && words.failed !== undefined)
  return isNothing ? <Instead load={load} {...words} /> : children
}

/** That what is shown was read before, and why. */
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

/** The layout before its words are there, for whoever listens too. */
export function Skeleton({ children }: { children: ReactNode }) {
  const said = useContext(SaidByScreen)
  const t = useTranslations('common')
  return (
    <div aria-busy>
      <Delayed>
        {!said && (
          <p role="status" className="sr-only">
            {t('loading')}
          </p>
        )}
        <div aria-hidden>{children}</div>
      </Delayed>
    </div>
  )
}

function Instead({ load: { stands, cause, retry }, failed, failedHint, keepsDrafts }: { load: Load<unknown> } & Words) {
  const t = useTranslations('states')
  if (stands === 'offline')
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

/** In a card: that nothing could be read, or that what is shown was read before. */
export function LoadNote({ load, failed }: { load: Load<unknown>; failed?: string | undefined }) {
  const t = useTranslations('states')
  const { stands, stale, retry } = load
  const words = {
    pending: undefined,
    offline: t('offlineNote'),
    failed,
    loaded: stale && t(stale === 'offline' ? 'staleOffline' : 'staleError'),
  }[stands]
  if (words === undefined) return
  const isOffline = stands === 'offline' || stale === 'offline'
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
