import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { AuthState } from './auth-layout.tsx'

type Props = { title: string; hint?: string; label: string; onRetry: () => void; children?: ReactNode }

/** Says that the server could not be asked, and offers to ask it again. `label` is the label of that button. */
export const RetryState = ({ title, hint, label, onRetry, children }: Props) => (
  <AuthState icon={CloudOff} title={title} hint={hint}>
    <Button kind="line" onClick={onRetry}>
      {label}
    </Button>
    {children}
  </AuthState>
)
