import { type ReactNode, use } from 'react'
import { type Messages, WithTexts } from './with-texts.tsx'

type Load = () => Promise<Messages>

const loaded = new Map<Load, Promise<Messages | undefined>>()

/** Adds texts that few need, which nobody else loads; what needs them is left out where they cannot be read. @param load the same function each time */
export function AddedTexts({ load, children }: { load: Load; children: ReactNode }) {
  const loading = loaded.get(load) ?? loadOrLog(load)
  loaded.set(load, loading)
  const added = use(loading)
  return added && <WithTexts added={added}>{children}</WithTexts>
}

const loadOrLog = (load: Load) =>
  load().catch((error: unknown) => {
    console.info('Texts could not be read', error)
    return undefined
  })
