import { useState, useSyncExternalStore } from 'react'
import { type DraftKind, type Drafts, openDrafts } from '../storage/drafts/draft.ts'
import { openEditors, onOpenEditors, useOpenEditor, useQueueOnLeave } from '../storage/drafts/open-editors.ts'
import { useDraft } from '../storage/drafts/use-draft.ts'
import { useLatest } from '../hooks/use-latest.ts'
import { actingMember } from './session.ts'
import { type FormOptions, useForm } from './use-form.ts'
import { type Write, writesToSend } from './writes-to-send.ts'

export type FormContent = { fields: Readonly<Record<string, unknown>> }

export const formDraftKind: DraftKind<FormContent> = {
  name: 'asakai_form',
  read: ({ fields }) =>
    typeof fields === 'object' && fields !== null ? { fields: fields as FormContent['fields'] } : undefined,
  isSame: (one, other) => JSON.stringify(one.fields) === JSON.stringify(other.fields),
}

/** Stores half-filled forms. The key of each contains the name of what it edits, such as `webhook`. */
export const formDrafts = openDrafts(formDraftKind)

/**
 * Returns the storage key of a form of the member.
 * @param name the name of what the form edits, such as `webhook`
 */
export function useFormKey(name: string): string | undefined {
  const [member] = useState(actingMember)
  return member && formDrafts.key(member, name)
}

const secretsName = 'asakai_form_secrets'
const holdsSecrets = () => openEditors().includes(secretsName)

/** Returns whether a form on the page holds a typed secret, which would be lost with the page. */
export const useHoldsSecrets = () => useSyncExternalStore(onOpenEditors, holdsSecrets)

/**
 * A `useForm` that stores its values in the browser on every change. Secrets are never stored.
 * @param key undefined: nothing is stored
 * @param secrets the names of the fields that hold secrets
 * @param version the version of the data in `start`, or null if the form creates something
 * @param later returns the request that submits the values, if it may be sent after a sign-in on another page
 */
export function useStoredForm<Words extends Record<string, unknown>, Answer>({
  drafts = formDrafts,
  key,
  secrets = [],
  version = null,
  later,
  ...form
}: FormOptions<Words, Answer> & {
  drafts?: Drafts<FormContent>
  key: string | undefined
  secrets?: readonly (keyof Words & string)[]
  version?: string | null
  later?: (words: Words) => Write | undefined
}) {
  const names = Object.keys(form.start).filter((name) => !secrets.includes(name))
  const contentOf = (words: Words) => ({ fields: Object.fromEntries(names.map((name) => [name, words[name]])) })
  const draft = useDraft(drafts, key, contentOf(form.start), version)
  const [typedSecrets, setTypedSecrets] = useState<Partial<Words>>({})
  const { fields } = draft.content
  // An older version may have stored fields of another form.
  const known = names.filter((name) => typeof fields[name] === typeof form.start[name])
  const words: Words = {
    ...form.start,
    ...Object.fromEntries(known.map((name) => [name, fields[name]])),
    ...typedSecrets,
  }
  // One event can change several fields before the next render.
  const latest = useLatest(words)
  const hasSecrets = secrets.some((name) => words[name] !== form.start[name])
  useOpenEditor(secretsName, hasSecrets)

  const setWords = (change: (before: Words) => Words) => {
    const next = change(latest.get())
    latest.set(next)
    setTypedSecrets(Object.fromEntries(secrets.map((name) => [name, next[name]])) as Partial<Words>)
    draft.change(() => contentOf(next))
  }
  const managed = useForm({
    ...form,
    stored: [words, setWords],
    send: async (sent: Words) => {
      const answer = await form.send(sent)
      draft.remove()
      return answer
    },
  })
  const [member] = useState(actingMember)
  useQueueOnLeave(managed.busy, () => {
    const write = hasSecrets ? undefined : later?.(words)
    const texts = Object.values(contentOf(words).fields).filter((value) => typeof value === 'string')
    if (!member || !write || !writesToSend.add(member, { ...write, text: texts.join('\n').trim() })) return
    draft.remove()
  })
  return { ...managed, draft, hasSecrets }
}
