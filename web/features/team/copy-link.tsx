import { Link } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

export function CopyLink({ link, email }: { link: string; email: string }) {
  const t = useTranslations('team')
  return <Copy text={link} copied={t('linkCopied')} words={t('copyLink')} label={t('copyLinkOf', { email })} />
}

/** Copies each address with its link, a line each. */
export function CopyLinks({ links }: { links: readonly { email: string; link: string }[] }) {
  const t = useTranslations('team')
  const text = links.map(({ email, link }) => `${email} ${link}`).join('\n')
  return <Copy text={text} copied={t('linksCopied')} words={t('copyLinks')} label={t('copyLinks')} />
}

/** If the browser refuses to copy (no https, no permission), shows the text selected, to be copied by hand. */
function Copy({ text, copied, words, label }: { text: string; copied: string; words: string; label: string }) {
  const t = useTranslations('team')
  const id = useId()
  const [refused, setRefused] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(copied)
    } catch {
      setRefused(true)
    }
  }
  if (!refused)
    return (
      <Button kind="line" small onClick={() => void copy()} aria-label={label}>
        <Link size={16} strokeWidth={1.75} aria-hidden />
        {words}
      </Button>
    )
  return (
    <div className="grid w-full gap-1.5">
      <label htmlFor={id} className="t-12 text-text-2">
        {t('copyByHand')}
      </label>
      <textarea
        id={id}
        readOnly
        autoFocus
        rows={1}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        className="field-sizing-content min-h-control w-full resize-none py-1.5 rounded-2 border border-rule-strong bg-surface px-3 t-13 text-text max-md:text-[16px]"
      />
    </div>
  )
}
