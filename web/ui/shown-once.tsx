import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { toast } from './toast.tsx'

/** A secret, the one time that anybody says it. @param about what it is for */
export function ShownOnce({ about, value }: { about: string; value: string }) {
  const t = useTranslations('shownOnce')
  const box = useRef<HTMLDivElement>(null)
  // The dialog has given the focus back to the button that opened it; what comes next is here.
  useEffect(() => box.current?.querySelector('button')?.focus(), [value])
  const text = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value) // without https there is no clipboard
      toast.success(t('copied'))
    } catch {
      if (text.current) window.getSelection()?.selectAllChildren(text.current)
      toast.error(t('copyFailed'))
    }
  }
  return (
    <div ref={box} role="status" className="mb-3 rounded-2 bg-sunken p-3 forced-colors:border">
      <p className="t-13">{about}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code
          ref={text}
          className="min-w-40 flex-1 [font-family:var(--font-mono)] text-[0.875rem] leading-5 wrap-anywhere select-all"
        >
          {value}
        </code>
        <Button kind="line" small onClick={() => void copy()}>
          <Copy size={16} strokeWidth={1.75} aria-hidden />
          {t('copy')}
        </Button>
      </div>
    </div>
  )
}
