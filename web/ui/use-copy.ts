import { useTranslations } from 'use-intl'
import { toast } from './toast.tsx'
import type { Way } from './toasts.tsx'

/** Returns the button of a toast that copies a text, which has no other place on the screen. */
export function useCopy() {
  const t = useTranslations('writing')
  return (text: string): Way => {
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(text) // without https there is no clipboard
        toast.success(t('copied'))
      } catch (error) {
        toast.error(t('copyFailed'), error, { also: way })
      }
    }
    const way = { label: t('copy'), act: () => void copy() }
    return way
  }
}
