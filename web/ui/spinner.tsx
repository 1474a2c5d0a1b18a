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
 * Covers the page while the session is checked, and after a redirect from a sign-in provider.
 * @param label a heading if this is a page of its own; a plain text if another page follows
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
