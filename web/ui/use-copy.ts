import { useTranslations } from 'use-intl'
import { copyText } from '../lib/copy-text.ts'
import { toast } from './toast.tsx'
import type { Way } from './toast-card.tsx'

/** Copies a text and says so. The only way to the clipboard: it works without https, too. */
export function useCopy() {
  const t = useTranslations('writing')
  return async (text: string, copied: string, onRefused: () => void) => {
    if (await copyText(text)) return toast.success(copied)
    onRefused()
    toast.error(t('copyFailedSelected'))
  }
}

/** Returns the button of a toast that copies a text, which has no other place on the screen. */
export function useCopyButton() {
  const t = useTranslations('writing')
  return (text: string): Way => {
    const copy = async () => {
      if (await copyText(text)) toast.success(t('copied'))
      else toast.error(t('copyFailed'), undefined, { also: way })
    }
    const way = { label: t('copy'), act: () => void copy() }
    return way
  }
}
