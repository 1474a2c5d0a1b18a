import { useTranslations } from 'use-intl'
import { useIsStored, writeStored } from '../../storage/local-storage.ts'
import { Note } from '../../ui/note.tsx'
import { mainElement } from '../../platform/main-element.ts'

/** Offers the weekly email until the member accepts or declines. @param onTake turns the email on */
export function WeeklyEmailOffer({ userId, onTake }: { userId: string; onTake: () => void }) {
  const t = useTranslations('week')
  const key = `asakai_week_offer:${userId.toLowerCase()}`
  const isAnswered = useIsStored(key, String)
  const answer = () => {
    writeStored(key, 'answered')
    mainElement()?.focus({ preventScroll: true })
  }
  if (isAnswered) return null
  const take = () => {
    answer()
    onTake()
  }
  return (
    <Note
      actions={[
        { label: t('offerTake'), onClick: take },
        { label: t('offerLeave'), onClick: answer },
      ]}
    >
      {t('offer')}
    </Note>
  )
}
