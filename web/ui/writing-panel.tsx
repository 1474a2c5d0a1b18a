import { Check } from 'lucide-react'
import { type ComponentProps, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatTime } from '../dates/format-date.ts'
import { isImeKey } from '../platform/ime-key.ts'
import { submitKeys } from '../platform/keyboard-names.ts'
import { Button } from './button.tsx'
import { FormFailure } from './form-failure.tsx'
import { Kbd } from './kbd.tsx'
import { Panel } from './panel.tsx'
import { toast } from './toast.tsx'
import { type Discardable, useDiscard } from './use-discard.ts'

/** A side panel with a form to write something, its saved state, and the submit button. */
export function WritingPanel({
  form,
  head,
  draft,
  status: { busy, sending, failure, cause },
  submit: { label, isEdit, disabled = false, act },
  around: { notes, news, question, after },
  children,
  onClose,
}: {
  form: RefObject<HTMLFormElement | null>
  head: Pick<ComponentProps<typeof Panel>, 'title' | 'meta' | 'narrow'>
  /** `savedAt`: when the browser last stored the text, in milliseconds since 1970. */
  draft: Discardable & { savedAt: number | undefined }
  /**
   * `busy`: the form cannot be changed. `sending`: the request is running. `failure`: an error that concerns no field.
   */
  status: { busy: boolean; sending: boolean; failure: string | false | undefined; cause: unknown }
  submit: { label: string; isEdit: boolean; disabled?: boolean; act: () => void }
  /** Further content. `notes`, `after`: above and below the form. `news`, `question`: above the buttons. */
  around: { notes: ReactNode; news?: ReactNode; question?: ReactNode; after?: ReactNode }
  children: ReactNode
  onClose: () => void
}) {
  const t = useTranslations('writing')
  const common = useTranslations('common')
  const id = useId()
  // Orange marks only a form that edits the member's own report (design).
  const isReportEdit = isEdit && !head.narrow
  const leave = useDiscard(draft, onClose)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) act()
  }
  const submitByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isImeKey(event)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <Panel
      {...head}
      closeLabel={common('close')}
      tone={isReportEdit ? 'edit' : 'ai'}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <div className="basis-full empty:hidden">
            <FormFailure failure={failure} cause={cause} />
          </div>
          {news && <div className="basis-full has-[>:empty]:absolute">{news}</div>}
          {question && <div className="basis-full">{question}</div>}
          <DraftStatus savedAt={sending ? undefined : draft.savedAt} />
          <span className={head.narrow ? 'contents' : 'max-md:hidden'}>
            <Button kind="ghost" onClick={busy ? onClose : leave}>
              {t('cancel')}
            </Button>
          </span>
          <span className={head.narrow ? 'contents' : 'grid max-md:min-w-1/2'}>
            <Button
              type="submit"
              form={id}
              kind={isReportEdit ? 'edit' : 'primary'}
              disabled={disabled}
              busy={sending ? t('sending') : undefined}
              onKeyDown={submitByKeys}
            >
              {label}
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
        onSubmit={onSubmit}
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
    <p aria-live="polite" className="flex min-w-0 flex-1 items-center gap-2 t-12 text-text-3">
      {savedAt !== undefined && (
        <>
          <Check size={14} strokeWidth={1.75} className="shrink-0" aria-hidden />
          {t('draftSaved', { time: formatTime(language, new Date(savedAt)) })}
        </>
      )}
    </p>
  )
}

/** Returns a function that shows a toast with an undo. After the undo, the focus returns to the form. */
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
