import { type ReactNode, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { UnrecognizedChange } from '#contract/not-me.ts'
import { formatDateTime } from '../../dates/format-date.ts'
import { textLink } from '../../ui/text-link.ts'

type Props = {
  /** The changes that are undone if the person chooses no first change, oldest first. */
  undone: UnrecognizedChange[]
  /** The changes, with `is_undone` for the chosen first change. Undefined until the server has responded. */
  chosen: UnrecognizedChange[] | undefined
  /** The number of changes that may be the first suspicious one. The person chooses among them. */
  choices: number
  first: number
  busy: boolean
  onFirst: (first: number) => void
}

/** Lists the changes that the button undoes. If several may be the first suspicious one, lets the person choose it. */
export function UnrecognizedChanges({ undone, chosen, choices, first, busy, onFirst }: Props) {
  const t = useTranslations('entrance.notMe')
  const name = useId()
  if (undone.length === 0) return null
  if (choices < 2) return <ChangeList title={t('undone')} changes={undone} />
  const later = undone.slice(choices)
  const isStaying = (change: UnrecognizedChange, index: number) =>
    chosen ? !chosen.some((one) => one.is_undone && isSame(one, change)) : index < first
  return (
    <>
      <fieldset disabled={busy}>
        <legend className="mb-1.5 t-13b">{t('first')}</legend>
        <ul className={list}>
          {undone.slice(0, choices).map((change, index) => (
            <li key={keyOf(change)}>
              <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-2 has-checked:bg-ai-soft">
                <input
                  type="radio"
                  name={name}
                  checked={index === first}
                  onChange={() => onFirst(index)}
                  className="size-4.5 shrink-0 accent-ai"
                />
                <Change change={change} isStaying={isStaying(change, index)} />
              </label>
            </li>
          ))}
        </ul>
        <p className="mt-2 t-13 text-pretty text-text-2">{t('firstHint')}</p>
      </fieldset>
      {later.length > 0 && (
        <ChangeList title={t('undone')} changes={later} isStaying={(change) => isStaying(change, choices)} />
      )}
    </>
  )
}

export function StayingChanges({ changes, membersHref }: { changes: UnrecognizedChange[]; membersHref: string }) {
  const t = useTranslations('entrance.notMe')
  if (changes.length === 0) return null
  return (
    <ChangeList title={t('stays')} changes={changes}>
      <p className="mt-2 t-13 text-pretty text-text-2">{t('staysHint')}</p>
      {changes.some(({ kind }) => kind === 'signed-up') && (
        <p className="mt-2 t-13">
          <Link href={membersHref} className={textLink}>
            {t('members')}
          </Link>
        </p>
      )}
    </ChangeList>
  )
}

const list = 'flex flex-col divide-y divide-rule overflow-hidden rounded-2 border border-rule'

const isSame = (one: UnrecognizedChange, other: UnrecognizedChange) =>
  one.kind === other.kind && one.name === other.name

const keyOf = ({ at, kind, name }: UnrecognizedChange) => `${at} ${kind} ${name}`

type List = {
  title: string
  changes: UnrecognizedChange[]
  isStaying?: (change: UnrecognizedChange) => boolean
  children?: ReactNode
}

function ChangeList({ title, changes, isStaying, children }: List) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 t-13b">
        {title}
      </h2>
      <ul className={list}>
        {changes.map((change) => (
          <li key={keyOf(change)} className="flex px-3 py-2">
            <Change change={change} isStaying={isStaying?.(change)} />
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

/** Shows a change with its time, in the reader's language and the browser's time zone. */
function Change({
  change: { at, kind, name },
  isStaying = false,
}: {
  change: UnrecognizedChange
  isStaying?: boolean | undefined
}) {
  const t = useTranslations('entrance.notMe')
  const words = useTranslations('entrance.notMe.changes')
  const moment = formatDateTime(useLocale(), new Date(at))
  return (
    <span className="flex min-w-0 flex-col">
      <span className="t-14 wrap-anywhere">{words(kind, { name })}</span>
      <span className="t-12 text-text-2">{isStaying ? `${moment} · ${t('kept')}` : moment}</span>
    </span>
  )
}
