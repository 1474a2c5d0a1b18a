import { type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isImeKey } from '../../platform/ime-key.ts'
import { linesOf, withoutMarks } from '../../domain/lines.ts'
import { submitKeys } from '../../platform/keyboard-names.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { emptyRequiredField } from './report-fields.tsx'

type Words = {
  sentence: string
  /** The lines that the question is about. The first few are quoted, because the question may cover their rows. */
  lines: readonly string[]
  answers: readonly { label: string; act: () => void }[]
  /** The label of the last answer, which changes no field. A second submit chooses this answer. */
  asIs: string
}

/** Ignores a submit this soon after the question appeared, such as the second press of a double press. */
const timeToNoticeMs = 700

/** The attribute of a question without an answer. Other questions find its element by this attribute. */
const marker = 'data-question'

/**
 * Asks a question in the report panel before the form is submitted, at most once. An answer submits the form, unless
 * another question is open.
 * @param isNeeded whether to ask
 */
export function useAskOnce(form: RefObject<HTMLFormElement | null>, isNeeded: boolean, words: Words) {
  const [state, setState] = useState<'unasked' | 'asking' | 'answered'>('unasked')
  const askedAt = useRef(0)
  const answer = (act?: () => void) => {
    flushSync(() => {
      setState('answered')
      act?.()
    })
    const other = form.current?.closest('dialog')?.querySelector<HTMLElement>(`[${marker}] button`)
    if (other) return other.focus()
    // The answer may have emptied a required field. Focuses the field instead of submitting: an error would be
    // confusing, because the member chose this answer.
    const empty = emptyRequiredField(form.current)
    if (empty) empty.focus()
    else form.current?.requestSubmit()
  }
  return {
    question: state === 'asking' && isNeeded && (
      <Question key={words.sentence} {...words} onAnswer={answer} onSubmit={() => form.current?.requestSubmit()} />
    ),
    /** Returns whether this question allows the form to be submitted now. If not, shows the question. */
    isSettled: () => {
      if (state === 'answered' || !isNeeded) return true
      if (state === 'asking' && Date.now() - askedAt.current < timeToNoticeMs) return false
      if (state === 'unasked') askedAt.current = Date.now()
      setState(state === 'unasked' ? 'asking' : 'answered')
      return state === 'asking'
    },
  }
}

type AskOnce = ReturnType<typeof useAskOnce>

/** Returns whether all questions allow the form to be submitted now. If not, shows all open questions at once. */
export const areAllAnswered = (asked: readonly AskOnce[]) => asked.map(({ isSettled }) => isSettled()).every(Boolean)

export const questionsOf = (asked: readonly AskOnce[]) => {
  const open = asked.flatMap(({ question }) => question || [])
  return open.length > 0 && <div className="grid gap-2">{open}</div>
}

const namedAtMost = 3

/** Focuses the first button of a question, unless another question has the focus. */
const focusFirst = (button: HTMLElement | null) => {
  if (!document.activeElement?.closest(`[${marker}]`)) button?.focus()
}

function Question({
  sentence,
  lines,
  answers,
  asIs,
  onAnswer,
  onSubmit,
}: Words & { onAnswer: (act?: () => void) => void; onSubmit: () => void }) {
  const id = useId()
  return (
    <div
      {...{ [marker]: '' }}
      role="group"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (isImeKey(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        onSubmit()
      }}
      className="flex flex-wrap items-center gap-2 rounded-2 border border-warn-rule bg-warn-soft px-3 py-3 t-13"
    >
      <p id={id} className="basis-full t-14b text-pretty text-warn-text">
        {sentence}
      </p>
      <ul className="basis-full">
        {lines.slice(0, namedAtMost).map((line) => (
          <li key={line} dir="auto" className="truncate">
            {withoutMarks(linesOf(line)[0] ?? line)}
          </li>
        ))}
      </ul>
      {answers.map(({ label, act }, index) => (
        <Button key={label} ref={index === 0 ? focusFirst : undefined} kind="line" small onClick={() => onAnswer(act)}>
          {label}
        </Button>
      ))}
      <Button kind="line" small onClick={() => onAnswer()}>
        {asIs}
        <Kbd keys={submitKeys} />
      </Button>
    </div>
  )
}
