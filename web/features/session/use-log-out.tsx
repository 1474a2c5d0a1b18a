import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { forgetMember, hasUnsentWords } from '../../lib/unsent-words.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useSession } from './session.tsx'

/**
 * Logs out by choice. If this browser holds words that were not sent, asks first whether they stay: the next person at it could find them.
 * @returns `question` is to be shown
 */
export function useLogOut(): { logOut: () => void; question: ReactNode } {
  const t = useTranslations('session.unsent')
  const { user, signOut } = useSession()
  const [isAsking, setAsking] = useState(false)
  const logOut = () => {
    if (user && hasUnsentWords(user.id)) setAsking(true)
    else void signOut()
  }
  const forgetAndLogOut = () => {
    const signedOut = signOut()
    if (!user) return
    forgetMember(user.id)
    // Again after the logout: a form that leaves the page may have stored its words once more.
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
