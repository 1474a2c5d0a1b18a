import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { BrandMark } from '../../brand/brand-marks.tsx'
import { Button } from '../../ui/button.tsx'
import type { useSlackPanel } from './use-slack-panel.ts'

export function SlackButton({
  ref,
  panel,
  panelId,
  onClose,
}: {
  ref: RefObject<HTMLButtonElement | null>
  panel: ReturnType<typeof useSlackPanel>
  panelId: string
  onClose: () => void
}) {
  const t = useTranslations('team')
  const isOpen = panel.state === 'open'
  return (
    <Button
      ref={ref}
      kind="line"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      busy={panel.state === 'loading' ? t('slackLoading') : undefined}
      onClick={isOpen ? onClose : panel.open}
    >
      <BrandMark of="slack" />
      {t('inviteBySlack')}
    </Button>
  )
}
