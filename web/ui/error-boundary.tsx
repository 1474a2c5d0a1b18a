import { Component, type ErrorInfo, type ReactNode } from 'react'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { LogoMark } from './logo.tsx'

type Props = {
  children: ReactNode
  /** Takes away what may have been at fault; then the part is drawn once more. */
  renew?: () => void
}

/** Keeps a fault in rendering to its own part of the page. React offers this to classes only. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }
  isRenewed = false

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
    if (!this.props.renew || this.isRenewed) return
    this.isRenewed = true
    this.props.renew()
    this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <RenderFailed /> : this.props.children
  }
}

function RenderFailed() {
  const t = useTranslations('common')
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-20 text-center">
      <p className="t-14 text-text-2">{t('renderFailed')}</p>
      <Button kind="line" onClick={() => window.location.reload()}>
        {t('reload')}
      </Button>
    </div>
  )
}

/** The page while there are no texts in any language: only the mark, which loads the page again. */
export function BeginAgain() {
  return (
    <div className="grid min-h-dvh place-content-center bg-bg">
      <a href={window.location.href} className="flex min-h-11 items-center gap-2 rounded-2 px-3 text-ai-text">
        <LogoMark />
        <RotateCw size={16} strokeWidth={1.75} aria-hidden />
      </a>
    </div>
  )
}
