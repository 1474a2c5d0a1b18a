import { useTranslations } from 'use-intl'
import { type NewWebhook, WebhookDraft, type WebhookEvent, webhookEvents } from '#contract/webhooks.ts'
import { serverMessage } from '../../api/errors.ts'
import { useFormKey, useStoredForm } from '../../api/use-stored-form.ts'
import type { Reauthenticating } from '../../api/reauthentication.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useMakeWebhook } from './queries.ts'
import { useEventName } from './webhook-text.ts'

const atFirst: { url: string; events: readonly WebhookEvent[] } = { url: '', events: webhookEvents }

export function CreateWebhookDialog({
  reauthenticating,
  onMade,
  onClose,
}: {
  reauthenticating: Reauthenticating
  onMade: (webhook: NewWebhook) => void
  onClose: () => void
}) {
  const t = useTranslations('webhooks')
  const check = useCheck()
  const make = useMakeWebhook()
  const name = useEventName()
  const form = useStoredForm({
    key: useFormKey('webhook'),
    secrets: ['url'], // the URL may contain a token
    start: atFirst,
    check: (words) => check(WebhookDraft, words, { required: t('required') }),
    send: ({ url, events }) => reauthenticating(() => make.mutateAsync({ url: url.trim(), events: [...events] })),
    onSent: onMade,
  })
  const { busy, field } = form
  const [url, chosen] = [field('url'), field('events')]
  const failed = serverMessage(form.failure) ?? t('addFailed')
  const words = { title: t('addTitle'), submit: t('add'), sending: t('adding'), failed }
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    chosen.onChange(webhookEvents.filter((each) => (each === event ? isChosen : chosen.value.includes(each))))
  return (
    <FormDialog form={form} words={words} onClose={onClose}>
      <TextField {...url} type="url" label={t('url')} note={t('urlHint')} autoComplete="off" />
      <fieldset disabled={busy}>
        <legend className="mb-1.5 t-13b">{t('hears')}</legend>
        <div className="flex flex-col gap-2 pointer-coarse:gap-6.5">
          {webhookEvents.map((event, at) => (
            <Checkbox
              key={event}
              name={chosen.name}
              checked={chosen.value.includes(event)}
              error={at === 0 ? chosen.error : undefined}
              onChange={(isChosen) => choose(event, isChosen)}
            >
              {name(event)}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}
