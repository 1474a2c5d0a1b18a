import { useMutation } from '@tanstack/react-query'
import type { Language } from '#contract/languages.ts'
import type { Me, PasswordChange, Profile, ProfileAndSettings, Settings } from '#contract/users.ts'
import { api } from '../../api/client.ts'

/** The address that the member wants: to send the old one while a new one waits for its proof would take that back. */
export const addressOf = ({ email, pending_email }: Me) => pending_email ?? email

/** @param onSaved reads the session's user again, so that every part of the page shows the new name. */
export const useSaveProfile = (onSaved: () => Promise<unknown>) =>
  useMutation({
    mutationFn: (profile: Profile) => api.patch('/users/me/profile', profile),
    // What is saved stays saved where it cannot be read back at once.
    onSuccess: () =>
      onSaved().catch((error: unknown) => console.info('The profile is saved but was not read back', error)),
  })

export const useChangePassword = () =>
  useMutation({ mutationFn: (change: PasswordChange) => api.patch('/users/me/password', change) })

/** The server keeps the language for what it writes itself: mails and messages. */
export const useSaveLanguage = (user: Me) =>
  useMutation({
    mutationFn: (language: Language) => {
      const { first_name, family_name, preferred_name, settings } = user
      const body: ProfileAndSettings = {
        first_name,
        family_name,
        preferred_name,
        email: addressOf(user),
        settings: { ...settings, language },
      }
      return api.put('/users/me', body)
    },
  })

/** One change after the other, so that the last one chosen is the last one kept. */
export const useSaveSettings = ({ onSaved, onFailed }: { onSaved: (user: Me) => void; onFailed: () => void }) =>
  useMutation({
    mutationFn: (change: Partial<Settings>) => api.patch<Me>('/users/me/settings', change),
    networkMode: 'always',
    scope: { id: 'settings' },
    onSuccess: onSaved,
    onError: onFailed,
  })
