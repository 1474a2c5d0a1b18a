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
 * Fills the page with a spinner while the session is checked, and after a redirect from a sign-in provider.
 * @param label a heading if the spinner is a page of its own; a text if it is replaced by another page
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
