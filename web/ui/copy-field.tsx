import { Copy } from 'lucide-react'
import { type Ref, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { useCopy } from './use-copy.ts'

/** Shows a text that the user can give to another person. A button copies it, and the user can select it by hand. */
export function CopyField({
  label,
  value,
  words,
  name,
  copied,
  button,
}: {
  label: string
  value: string
  /** The label of the button. Default: 'Copy'. */
  words?: string
  /** The accessible name of the button, needed if several buttons have the same label. */
  name?: string
  /** The toast after copying. Default: 'Copied'. */
  copied?: string
  button?: Ref<HTMLButtonElement>
}) {
  const t = useTranslations('writing')
  const copy = useCopy()
  const field = useRef<HTMLTextAreaElement>(null)
  // A URL or a key is not for reading, so it is not broken into lines.
  const look = /^[!-~]+$/u.test(value)
    ? 'h-control overflow-x-auto overflow-y-hidden whitespace-pre'
    : 'field-sizing-content max-h-40 min-h-control wrap-anywhere'
  const select = () => {
    field.current?.focus()
    field.current?.select()
  }
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <textarea
        ref={field}
        readOnly
        rows={1}
        spellCheck={false}
        aria-label={label}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        className={`text-box ${look} min-w-[min(16rem,100%)] flex-1 resize-none border-rule-strong py-1.5 [font-family:var(--font-mono)] text-[0.8125rem] leading-5 text-text-2 [scrollbar-width:none] max-md:text-[16px]`}
      />
      <Button
        ref={button}
        kind="line"
        small
        aria-label={name}
        onClick={() => void copy(value, copied ?? t('copied'), select)}
      >
        <Copy size={16} strokeWidth={1.75} aria-hidden />
        {words ?? t('copy')}
      </Button>
    </div>
  )
}
