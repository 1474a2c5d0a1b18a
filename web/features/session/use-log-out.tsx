import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { forgetMember, hasUnsentText } from '../../storage/unsent-text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useSession } from './session.tsx'

/**
 * Returns `logOut`. If this browser has unsent text, `logOut` first asks whether to keep the text, because the next
 * person at this browser could find it.
 * @returns `question` must be rendered
 */
export function useLogOut(): { logOut: () => void; question: ReactNode } {
  const t = useTranslations('session.unsent')
  const { user, signOut } = useSession()
  const [isAsking, setAsking] = useState(false)
  const logOut = () => {
    if (user && hasUnsentText(user.id)) setAsking(true)
    else void signOut()
  }
  const forgetAndLogOut = () => {
    const signedOut = signOut()
    if (!user) return
    forgetMember(user.id)
    // Once more after the logout: a form that unmounts may have stored its text again.
    void signedOut.then(() => forgetMember(user.id))
  }
  const question = isAsking && (
    <ConfirmDialog
      title={t('title')}
      about={t('about')}
      submit={t('keep')}
      kind="primary"
      other={
        <Button kind="danger" onClick={forgetAndLogOut}>
          {t('delete')}
        </Button>
      }
      onConfirm={() => void signOut()}
      onClose={() => setAsking(false)}
    />
  )
  return { logOut, question }
}
