import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { linkedElement } from '../lib/use-linked.ts'
import { useResize } from '../lib/use-resize.ts'
import { underlined } from './text-link.ts'

/** A shorter text has at most 12 lines, however narrow its place. */
const shortest = 120 // characters
const most = 12 // lines

const mayBeLong = (text: string) => text.length > shortest || text.split('\n').length > most

/** Folds a text of more than 12 lines (E2.05). Paper has all of it. */
export function LongText({ text, children }: { text: string; children: ReactNode }) {
  return mayBeLong(text) ? <Folding>{children}</Folding> : children
}

function Folding({ children }: { children: ReactNode }) {
  const t = useTranslations('common')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const followed = useRef<string>(undefined)
  const [isLong, setIsLong] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const look = () => {
    const folded = box.current
    if (isOpen || !folded) return
    setIsLong(folded.scrollHeight > folded.clientHeight + 1)
    // The address leads to words that may stand in the hidden part. It does so once: the reader may fold them again.
    const { hash } = window.location
    if (followed.current === hash || !linkedElement()?.contains(folded)) return
    followed.current = hash
    setIsOpen(true)
  }
  useResize(box, look, isOpen)
  return (
    <div>
      <div
        ref={box}
        id={id}
        // The browser scrolls to a link in the hidden part that gets the focus, and to words found there.
        onScroll={() => setIsOpen(true)}
        className={isOpen ? '' : 'line-clamp-12 print:line-clamp-none'}
      >
        {children}
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className={`mt-1 cursor-pointer rounded-1 t-13 pointer-coarse:min-h-11 print:hidden ${underlined}`}
        >
          {isOpen ? t('showLess') : t('showMore')}
        </button>
      )}
    </div>
  )
}
