import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { linkedElement } from '../hooks/use-scroll-to-hash.ts'
import { useResize } from '../hooks/use-resize.ts'
import { underlined } from './text-link.ts'

/** A shorter text without line breaks always fits into 12 lines, even in a narrow column. */
const shortest = 120 // characters
const most = 12 // lines

const mayBeLong = (text: string) => text.length > shortest || text.split('\n').length > most

/** Collapses a text of more than 12 lines (E2.05). In print, shows the whole text. */
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
    // The URL may link to text in the hidden part. Expands the text only once, so that the reader can collapse it
    // again.
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
        // The browser scrolls the box if a link in the hidden part gets the focus, or if a search on the page finds
        // text there.
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
