import { useTranslations } from 'use-intl'
import { copyText } from '../platform/copy-text.ts'
import { toast } from './toast.tsx'
import type { ToastAction } from './toast-card.tsx'

/** Copies a text and shows a toast. Always use this instead of `navigator.clipboard`, which needs https. */
export function useCopy() {
  const t = useTranslations('writing')
  return async (text: string, copied: string, onRefused: () => void) => {
    if (await copyText(text)) return toast.success(copied)
    onRefused()
    toast.error(t('copyFailedSelected'))
  }
}

/** Returns a button for a toast that copies a text, for text that is shown nowhere else. */
export function useCopyButton() {
  const t = useTranslations('writing')
  return (text: string): ToastAction => {
    const copy = async () => {
      if (await copyText(text)) toast.success(t('copied'))
      else toast.error(t('copyFailed'), undefined, { also: way })
    }
    const way = { label: t('copy'), act: () => void copy() }
    return way
  }
}
