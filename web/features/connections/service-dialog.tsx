import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { type FormProvider, type Provider, providers, type WebhookProvider } from '#contract/providers.ts'
import { useHoldsSecrets } from '../../api/use-stored-form.ts'
import type { Reauthenticating } from '../../api/reauthentication.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { isElsewhere, type Kind } from './kinds.ts'
import { ServiceList } from './service-list.tsx'
import { TrackerForm } from './tracker-form.tsx'
import { WebhookForm } from './webhook-form.tsx'

type ByForm = FormProvider | WebhookProvider
type Service = { id: Provider; name: string }

/**
 * Offers the services of a kind. The form of a service replaces the list. Going back keeps the typed text.
 * @param onLeave called with a service to which the browser must go in order to connect it
 * @param onConnected called with a service that was connected by a form
 */
export function ServiceDialog({
  kind,
  isFirst,
  ready,
  missing,
  isAdmin,
  reauthenticating,
  onLeave,
  onConnected,
  onClose,
}: {
  kind: Kind
  isFirst: boolean
  ready: readonly Service[]
  missing: readonly Service[]
  isAdmin: boolean
  reauthenticating: Reauthenticating
  onLeave: (id: Provider) => void
  onConnected: (id: ByForm) => void
  onClose: () => void
}) {
  const t = useTranslations('connections')
  const common = useTranslations('common')
  const [shown, setShown] = useState<ByForm>()
  const [opened, setOpened] = useState<readonly ByForm[]>([])
  const choose = (id: Provider) => {
    if (isElsewhere(id)) return onLeave(id)
    const known = opened.includes(id) ? opened : [...opened, id]
    flushSync(() => {
      setShown(id)
      setOpened(known)
    })
    const form = forms.current?.children[known.indexOf(id)]?.firstElementChild
    if (form instanceof HTMLFormElement) [...form.elements].find((field) => field instanceof HTMLInputElement)?.focus()
  }
  const forms = useRef<HTMLDivElement>(null)
  const title = t(`kinds.${kind}.${isFirst ? 'first' : 'more'}`)
  const ends = { reauthenticating, onClose, onConnected }
  return (
    <Dialog
      sheet
      title={shown ? t('connectTo', { provider: providers[shown].name }) : title}
      closeLabel={common('close')}
      isHeld={useHoldsSecrets()}
      onClose={onClose}
      {...(shown && { back: { label: t('back'), onBack: () => setShown(undefined) } })}
    >
      {!shown && <ServiceList label={title} ready={ready} missing={missing} isAdmin={isAdmin} onChoose={choose} />}
      <div ref={forms} className="empty:hidden">
        {opened.map((id) => (
          <div key={id} hidden={id !== shown}>
            {id === 'backlog' || id === 'jira' ? <TrackerForm id={id} {...ends} /> : <WebhookForm id={id} {...ends} />}
          </div>
        ))}
      </div>
    </Dialog>
  )
}
