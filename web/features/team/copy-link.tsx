import { Link } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** Copies; where the browser does not let us (no https, no permission), shows the link selected, to be copied by hand. */
export function CopyLink({ link, email }: { link: string; email: string }) {
  const t = useTranslations('team')
  const id = useId()
  const [refused, setRefused] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast.success(t('linkCopied'))
    } catch {
      setRefused(true)
    }
  }
  if (!refused)
    return (
      <Button kind="line" small onClick={() => void copy()} aria-label={t('copyLinkOf', { email })}>
        <Link size={16} strokeWidth={1.75} aria-hidden />
        {t('copyLink')}
      </Button>
    )
  return (
    <div className="grid w-full gap-1.5">
      <label htmlFor={id} className="t-12 text-text-2">
        {t('copyByHand')}
      </label>
      <input
        id={id}
        readOnly
        autoFocus
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        className="h-control w-full rounded-2 border border-rule-strong bg-surface px-3 t-13 text-text max-md:text-[16px]"
      />
    </div>
  )
}
