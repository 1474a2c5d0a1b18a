import { useState } from 'react'
import type { Consent, ConsentAnswer } from '#contract/grants.ts'
import { ApiError } from '../../api/errors.ts'
import type { Reauthenticating } from '../../api/reauthentication.ts'
import { useAsyncState } from '../../hooks/use-async-state.ts'
import { allowProgram, readConsent, refuseProgram } from './queries.ts'

/**
 * The states of the page on which a member answers a program's request (N21.01).
 *
 * - `checking`: loads the request. Then `open`, `expired` or `failed`.
 * - `open`: waits for the member's answer. Then the browser leaves the page, or the state becomes `expired`.
 * - `expired`: the request is unknown, answered or too old.
 * - `failed`: the request could not be loaded. The member can retry.
 */
type ConsentState = { is: 'checking' | 'expired' | 'failed' } | { is: 'open'; consent: Consent }

const isUnknown = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

async function loadConsent(request: string): Promise<ConsentState> {
  try {
    return { is: 'open', consent: await readConsent(request) }
  } catch (error) {
    return { is: isUnknown(error) ? 'expired' : 'failed' }
  }
}

/** @param reauthenticating asks for the password if the server requires it */
export function useConsent(request: string, reauthenticating: Reauthenticating) {
  const [state, setState, retry] = useAsyncState<string, ConsentState>(request, loadConsent, { is: 'checking' })
  const [busy, setBusy] = useState<'allow' | 'refuse'>()
  const [cause, setCause] = useState<unknown>()
  /** Keeps `busy` after a success, because the browser leaves the page. @param send returns the URL of the next page */
  const act = async (what: 'allow' | 'refuse', send: () => Promise<{ url: string }>) => {
    if (busy) return
    setBusy(what)
    setCause(undefined)
    try {
      window.location.assign((await send()).url)
    } catch (error) {
      setBusy(undefined)
      if (isUnknown(error)) setState({ is: 'expired' })
      else setCause(error)
    }
  }
  return {
    state,
    busy,
    cause,
    retry,
    allow: (answer: ConsentAnswer) => void act('allow', () => reauthenticating(() => allowProgram(request, answer))),
    refuse: () => void act('refuse', () => refuseProgram(request)),
  }
}
