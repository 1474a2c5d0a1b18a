import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../../ui/toast.tsx'
import { slackUsersQuery } from './queries.ts'
import { useFailureToast } from './use-failure-toast.ts'

/** Opens the Slack panel once the people in the workspace are loaded (S4.22). */
export function useSlackPanel() {
  const t = useTranslations('team')
  const toastFailure = useFailureToast()
  const queries = useQueryClient()
  const [state, setState] = useState<'closed' | 'loading' | 'open'>('closed')
  const { data: users = [] } = useQuery({ ...slackUsersQuery, enabled: state === 'open' })

  const open = async () => {
    setState('loading')
    try {
      await queries.fetchQuery({ ...slackUsersQuery, networkMode: 'always', staleTime: 0 })
      toast.success(t('slackLoaded'))
      setState('open')
    } catch (error) {
      toastFailure(t('slackLoadFailed'), error)
      setState('closed')
    }
  }
  return { state, users, open: () => void open(), close: () => setState('closed') }
}
