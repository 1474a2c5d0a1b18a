import type { ReactNode } from 'react'

export function Spinner() {
  return (
    <span
      className="block size-8 rounded-full border-2 border-rule border-t-ai-text motion-safe:animate-spin"
      aria-hidden
    />
  )
}

/**
 * The whole page waits: only while the session is checked, and where a provider brings somebody back.
 * @param label a heading where this is a page of its own; what waits for another page is none
 */
export function FullPageSpinner({ label }: { label: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-content-center bg-bg">
      <div role="status" className="grid justify-items-center gap-4">
        <Spinner />
        <div className="t-13 text-text-2">{label}</div>
      </div>
    </main>
  )
}
