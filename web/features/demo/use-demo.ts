import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DemoMember, DemoMembers } from '#contract/demo.ts'
import type { Tokens } from '#contract/sessions.ts'
import { useAsyncState } from '../../hooks/use-async-state.ts'
import { changeLanguage } from '../../platform/language.ts'
import { toast } from '../../ui/toast.tsx'
import { fetchDemoMembers, startDemoSession } from './queries.ts'

type Found = { known?: DemoMembers; failed?: boolean }

const look = (): Promise<Found> =>
  fetchDemoMembers().then(
    (known) => ({ known }),
    (error: unknown) => {
      console.info('The members of the demo could not be read', error)
      return { failed: true }
    },
  )

/**
 * Returns the members of the demo, and `be`, which signs in as one of them. `be` also switches to the language of that
 * member and reloads the page.
 * @param signIn replaces the current session
 * @param pathOf returns the first page, given the newest day with reports
 */
export function useDemo(signIn: (tokens: Tokens) => Promise<void>, pathOf: (lastDay: string) => string) {
  const t = useTranslations('demo')
  const [{ known, failed = false }, , retry] = useAsyncState(undefined, look, {})
  const [busy, setBusy] = useState(false)

  const be = async ({ id, language }: DemoMember) => {
    setBusy(true)
    try {
      await signIn(await startDemoSession({ user_id: id }))
      if (known) window.history.replaceState(null, '', pathOf(known.last_day))
      changeLanguage(language)
    } catch (error) {
      console.info('The demo could not sign in', error)
      toast.error(t('failed'))
      setBusy(false)
    }
  }
  return { members: known?.members, failed, busy, retry, be: (member: DemoMember) => void be(member) }
}
