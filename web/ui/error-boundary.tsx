import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'

/** Keeps a fault in rendering to its own part of the page. React offers this to classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
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
