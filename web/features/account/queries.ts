import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Language } from '#contract/languages.ts'
import type { PasswordChange } from '#contract/passwords.ts'
import type { Me, ProfileChange, ScheduleChange, Settings, User } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { isChangedElsewhere } from '../../api/errors.ts'
import { fetchMe } from '../../entities/me.ts'
import { sendWrite, type Write } from '../../api/writes-to-send.ts'

/** Returns the address for the form. Sending the old one would cancel a change that awaits confirmation. */
export const addressOf = ({ email, pending_email }: Me) => pending_email ?? email

export const changeOfProfile = (body: ProfileChange): Write => ({ method: 'PATCH', path: '/users/me/profile', body })

/** @param onSaved refetches the session's user, so that every part of the page shows the new name */
export const useSaveProfile = (onSaved: () => Promise<unknown>) =>
  useMutation({
    mutationFn: (profile: ProfileChange) => sendWrite(changeOfProfile(profile)),
    networkMode: 'always',
    onError: (error) => isChangedElsewhere(error) && onSaved(),
    // A failed refetch does not matter: the profile is saved.
    onSuccess: () =>
      onSaved().catch((error: unknown) => console.info('The profile is saved but was not read back', error)),
  })

export const useChangePassword = () =>
  useMutation({
    mutationFn: (change: PasswordChange) => api.patch('/users/me/password', change),
    networkMode: 'always',
  })

/** Saves the language for emails and messages that the server writes. */
export const useSaveLanguage = () =>
  useMutation({
    mutationFn: (language: Language) => api.patch<Me>('/users/me/settings', { language }),
    networkMode: 'always',
    scope: { id: 'settings' },
  })

/** Saves changes one after the other, so that the last choice wins. */
export const useSaveSettings = ({
  onSaved,
  onFailed,
}: {
  onSaved: (user: Me) => void
  onFailed: (error: unknown) => void
}) =>
  useMutation({
    mutationFn: (change: Partial<Settings>) => api.patch<Me>('/users/me/settings', change),
    networkMode: 'always',
    scope: { id: 'settings' },
    onSuccess: onSaved,
    onError: onFailed,
  })

/**
 * Saves changes one after the other, so that the last choice wins.
 * The response has only the member's public data, so `/users/me` is fetched afterwards.
 */
export function useSaveSchedule({
  onSaved,
  onFailed,
}: {
  onSaved: (user: Me) => void
  onFailed: (error: unknown) => void
}) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...change }: ScheduleChange & { id: string }) => {
      await api.patch<User>(`/users/${encodeURIComponent(id)}/schedule`, change)
      return fetchMe()
    },
    networkMode: 'always',
    scope: { id: 'schedule' },
    onSuccess: (me) => {
      onSaved(me)
      void queries.invalidateQueries({ queryKey: ['members'] })
    },
    onError: onFailed,
  })
}
