import { Check } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatTime } from '../lib/format-date.ts'
import { isImeKey } from '../lib/ime-key.ts'
import { submitKeys } from '../lib/platform.ts'
import { Button } from './button.tsx'
import { FormFailure } from './form-failure.tsx'
import { Kbd } from './kbd.tsx'
import { Panel } from './panel.tsx'
import { toast } from './toast.tsx'
import { type Leavable, useLeaving } from './use-leaving.ts'

/** Where something is written: its form in a side panel, whether the words are kept, and the way to send them. */
export function WritingPanel({
  form,
  title,
  meta,
  narrow = false,
  editing,
  submitLabel,
  draft,
  busy,
  sending,
  disabled = false,
  failure,
  cause,
  notes,
  question,
  children,
  after,
  onSubmit,
  onClose,
}: {
  form: RefObject<HTMLFormElement | null>
  title: string
  meta: string
  narrow?: boolean
  /** What stands already is changed. */
  editing: boolean
  submitLabel: string
  /** `savedAt`: when the browser last stored the words, in milliseconds since 1970. */
  draft: Leavable & { savedAt: number | undefined }
  /** The words are on their way, or going: they cannot be changed. */
  busy: boolean
  sending: boolean
  disabled?: boolean
  /** Why the words were not taken, where that is about no single field. */
  failure: string | false | undefined
  cause: unknown
  /** Above the form. */
  notes?: ReactNode
  /** A question to answer before the words are sent, above the buttons. */
  question?: ReactNode
  children: ReactNode
  /** Below the form. */
  after?: ReactNode
  onSubmit: () => void
  onClose: () => void
}) {
  const t = useTranslations('writing')
  const common = useTranslations('common')
  const id = useId()
  const leave = useLeaving(draft, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  const submitByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isImeKey(event)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <Panel
      title={title}
      meta={meta}
      closeLabel={common('close')}
      tone={editing && !narrow ? 'edit' : 'ai'}
      narrow={narrow}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <div className="basis-full empty:hidden">
            <FormFailure failure={failure} cause={cause} />
          </div>
          {question && <div className="basis-full">{question}</div>}
          <DraftStatus savedAt={sending ? undefined : draft.savedAt} />
          <span className={narrow ? 'contents' : 'max-md:hidden'}>
            <Button kind="ghost" onClick={busy ? onClose : leave}>
              {t('cancel')}
            </Button>
          </span>
          <span className={narrow ? 'contents' : 'grid max-md:min-w-1/2'}>
            <Button
              type="submit"
              form={id}
              kind={editing ? 'edit' : 'primary'}
              disabled={disabled}
              busy={sending ? t('sending') : undefined}
              onKeyDown={submitByKeys}
            >
              {submitLabel}
              <Kbd keys={submitKeys} tone="filled" />
            </Button>
          </span>
        </div>
      }
    >
      {notes && <div className="mb-5 has-[>:empty]:mb-0">{notes}</div>}
      <form
        ref={form}
        id={id}
        noValidate
        aria-busy={busy}
        onSubmit={submit}
        onKeyDown={submitByKeys}
        className="flex flex-col gap-5"
      >
        {children}
      </form>
      {after && <div className="mt-8">{after}</div>}
    </Panel>
  )
}

function DraftStatus({ savedAt }: { savedAt: number | undefined }) {
  const t = useTranslations('writing')
  const language = useLocale()
  return (
    <p aria-live="polite" className="mr-auto flex items-center gap-2 t-12 text-text-3">
      {savedAt !== undefined && (
        <>
          <Check size={14} strokeWidth={1.75} aria-hidden />
          {t('draftSaved', { time: formatTime(language, new Date(savedAt)) })}
        </>
      )}
    </p>
  )
}

/** Says what was done with the words, with the way back (design: principles); the writing goes on in the form. */
export function useOfferUndo(focus: () => void) {
  const t = useTranslations('writing')
  return (done: string, undo: () => void) => {
    const undoAndFocus = () => {
      undo()
      focus()
    }
    toast.info(done, { label: t('undo'), act: undoAndFocus })
    focus()
  }
}
