import { CircleAlert } from 'lucide-react'
import { Reference } from './reference.tsx'
import { useRefusalSentence } from './use-refusal-sentence.ts'

/**
 * Shows an error above the button of a form, with its reason. For errors that concern no visible field.
 * @param cause the thrown error
 */
export function FormFailure({
  failure,
  reason,
  cause,
}: {
  failure?: string | false | undefined
  reason?: string | undefined
  cause?: unknown
}) {
  const sentenceOf = useRefusalSentence()
  if (!failure) return
  const sentence = reason ?? sentenceOf(cause)
  const isAlreadyShown = sentence === undefined || failure.includes(sentence)
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-2 border border-error-rule bg-error-soft px-3 py-2 t-13"
    >
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-error-text" aria-hidden />
      <div className="min-w-0 text-pretty">
        <p>{failure}</p>
        {!isAlreadyShown && <p className="text-text-2">{sentence}</p>}
        <Reference of={cause} />
      </div>
    </div>
  )
}
