import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { forgetMember, hasUnsentWords } from '../../lib/unsent-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSession } from './session.tsx'

/**
 * Logs out by choice. If this browser holds words that were not sent, asks first whether they stay: the next person at it could find them.
 * @returns `question` is to be shown
 */
export function useLogOut(): { logOut: () => void; question: ReactNode } {
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
    <UnsentDialog onKeep={() => void signOut()} onDelete={forgetAndLogOut} onClose={() => setAsking(false)} />
  )
  return { logOut, question }
}

function UnsentDialog({
  onKeep,
  onDelete,
  onClose,
}: {
  onKeep: () => void
  onDelete: () => void
  onClose: () => void
}) {
  const t = useTranslations('shell.unsent')
  const common = useTranslations('common')
  return (
    <Dialog
      title={t('title')}
      closeLabel={common('close')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button kind="danger" onClick={onDelete}>
            {t('delete')}
          </Button>
          <Button kind="primary" onClick={onKeep}>
            {t('keep')}
          </Button>
        </div>
      }
    >
      <p className="t-14 text-text-2">{t('about')}</p>
    </Dialog>
  )
}
