import { FingerprintPattern } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Passkey } from '#contract/passkeys.ts'
import { useMoments } from '../../dates/use-moments.ts'
import { Button } from '../../ui/button.tsx'
import { CardRow } from '../../ui/card-rows.tsx'
import { EditButton } from '../../ui/edit-button.tsx'

/**
 * @param isLast whether the passkey is the member's only way to sign in
 * @param isLeft whether the form of this row was just closed, so that the row takes the focus
 */
export function PasskeyRow({
  passkey: { name: given, created_at, used_at },
  isLast,
  isLeft,
  disabled,
  removing,
  onRename,
  onRemove,
}: {
  passkey: Passkey
  isLast: boolean
  isLeft: boolean
  disabled: boolean
  removing: boolean
  onRename: () => void
  onRemove: () => void
}) {
  const t = useTranslations('passkeys')
  const { used, day } = useMoments()
  const name = given || t('unnamed')
  return (
    <CardRow
      icon={FingerprintPattern}
      title={name}
      about={[
        t('added', { day: day(created_at) }),
        used_at === null ? t('unused') : t('used', { when: used(used_at) }),
      ].join(' · ')}
    >
      <EditButton label={t('renameLabel', { name })} isLeft={isLeft} disabled={disabled} onClick={onRename} />
      <Button
        kind={isLast ? 'muted' : 'ghost'}
        small
        disabled={disabled}
        aria-label={t('removeLabel', { name })}
        busy={removing ? t('removing') : undefined}
        onClick={onRemove}
      >
        {t('remove')}
      </Button>
    </CardRow>
  )
}
