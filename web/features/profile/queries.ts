import { useMutation } from '@tanstack/react-query'
import type { Language } from '#contract/languages.ts'
import type { PasswordChange } from '#contract/passwords.ts'
import type { Me, ProfileChange, Settings } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { isChangedElsewhere } from '../../api/errors.ts'
import { sendWrite, type Write } from '../../api/writes-to-send.ts'

/** The address that the member wants: to send the old one while a new one waits for its proof would take that back. */
export const addressOf = ({ email, pending_email }: Me) => pending_email ?? email

/** @param onSaved reads the session's user again, so that every part of the page shows the new name. */
export const changeOfProfile = (body: ProfileChange): Write => ({ method: 'PATCH', path: '/users/me/profile', body })

export const useSaveProfile = (onSaved: () => Promise<unknown>) =>
  useMutation({
    mutationFn: (profile: ProfileChange) => sendWrite(changeOfProfile(profile)),
    networkMode: 'always',
    onError: (error) => isChangedElsewhere(error) && onSaved(),
    // What is saved stays saved where it cannot be read back at once.
    onSuccess: () =>
      onSaved().catch((error: unknown) => console.info('The profile is saved but was not read back', error)),
  })

export const useChangePassword = () =>
  useMutation({
    mutationFn: (change: PasswordChange) => api.patch('/users/me/password', change),
    networkMode: 'always',
  })

/** The server keeps the language for what it writes itself: mails and messages. */
export const useSaveLanguage = () =>
  useMutation({
    mutationFn: (language: Language) => api.patch<Me>('/users/me/settings', { language }),
    networkMode: 'always',
    scope: { id: 'settings' },
  })

/** One change after the other, so that the last one chosen is the last one kept. */
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
