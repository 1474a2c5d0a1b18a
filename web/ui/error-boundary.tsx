import { Component, type ErrorInfo, type ReactNode } from 'react'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { LogoMark } from '../brand/logo.tsx'

type Props = {
  children: ReactNode
  /** Removes data that may have caused the error. After that, this part of the page renders again once. */
  renew?: () => void
}

/**
 * Limits a rendering error to this part of the page. A class, because React supports error boundaries only in classes.
 */
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

/**
 * The page if no texts could be loaded in any language. It shows only the logo, which is a link that reloads the page.
 */
export function ReloadPage() {
  return (
    <div className="grid min-h-dvh place-content-center bg-bg">
      <a href={window.location.href} className="flex min-h-11 items-center gap-2 rounded-2 px-3 text-ai-text">
        <LogoMark />
        <RotateCw size={16} strokeWidth={1.75} aria-hidden />
      </a>
    </div>
  )
}
