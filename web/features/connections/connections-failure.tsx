import { RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** What is connected could not be read: what is said of it may be old, or nothing is said. */
export function ConnectionsFailure(props: { onRetry: () => void; offline?: false } | { offline: true }) {
  const t = useTranslations('connections')
  return (
    <div role={props.offline ? 'status' : 'alert'} className="mb-3 last:mb-0">
      <Note>
        <p>{t(props.offline ? 'offline' : 'fetchError')}</p>
        {!props.offline && (
          <div className="mt-2">
            <Button kind="line" small onClick={props.onRetry}>
              <RotateCw size={16} strokeWidth={1.75} aria-hidden />
              {t('retry')}
            </Button>
          </div>
        )}
      </Note>
    </div>
  )
}
