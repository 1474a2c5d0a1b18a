import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { AuthState } from './auth-layout.tsx'
import { register, type SignUp } from './sign-in-queries.ts'
import { refusal } from './sign-up-form.tsx'

/** Tells the person to open the link in the email. The link creates the account and works on any device. */
export function CheckYourMail({ sent, onChange }: { sent: SignUp; onChange: () => void }) {
  const t = useTranslations('entrance.signUp')
  const [busy, setBusy] = useState(false)

  const sendAgain = async () => {
    setBusy(true)
    try {
      await register(sent)
      toast.success(t('sentAgain'))
    } catch (error) {
      toast.error(refusal(error) ?? t('failed'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AuthState icon={MailCheck} title={t('sent')} hint={t('sentHint', { email: sent.email })}>
      <Button kind="line" busy={busy ? t('submitting') : undefined} onClick={() => void sendAgain()}>
        {t('again')}
      </Button>
      <Button kind="ghost" onClick={onChange}>
        {t('change')}
      </Button>
    </AuthState>
  )
}
