import { useTranslations } from 'use-intl'
import type { ImportedAuthor } from '#contract/import.ts'
import type { User } from '#contract/users.ts'
import { displayName } from '../../domain/person.ts'
import { Select } from '../../ui/select.tsx'
import type { ChosenAuthors } from './queries.ts'

const shown = 50 // authors; the others are only counted
const leftOut = 'left out'

/**
 * Lists the authors in a file with the number of their reports (E4.12). Unknown authors come first. For each of them,
 * the administrator selects the member who gets the reports (E4.16).
 * @param onChoose absent once the file is imported
 */
export function ImportAuthors({
  authors,
  members,
  chosen,
  onChoose,
}: {
  authors: readonly ImportedAuthor[]
  members: readonly User[]
  chosen: ChosenAuthors
  onChoose: ((chosen: ChosenAuthors) => void) | undefined | false
}) {
  const t = useTranslations('transfer')
  if (authors.length === 0) return null
  const isKnown = ({ name, user_id }: ImportedAuthor) => user_id !== null && !Object.hasOwn(chosen, name)
  const sorted = authors.toSorted((one, other) => Number(isKnown(one)) - Number(isKnown(other)))
  return (
    <section className="grid gap-2">
      <h3 className="t-13b">{t('authors')}</h3>
      <ul className="grid gap-2 t-13">
        {sorted.slice(0, shown).map((author) => (
          <li key={isKnown(author) ? author.user_id : `name ${author.name}`} className="grid min-w-0 gap-1.5">
            <Author author={author} isLeftOut={chosen[author.name] === null} isFiled={!onChoose} />
            {onChoose && !isKnown(author) && (
              <MemberChoice
                name={author.name}
                members={members}
                value={chosen[author.name]}
                onChoose={(id) => {
                  const { [author.name]: _, ...others } = chosen
                  onChoose(id === undefined ? others : { ...others, [author.name]: id })
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {authors.length > shown && (
        <p className="t-13 text-text-2">{t('moreAuthors', { count: authors.length - shown })}</p>
      )}
    </section>
  )
}

function MemberChoice({
  name,
  members,
  value,
  onChoose,
}: {
  name: string
  members: readonly User[]
  value: string | null | undefined
  onChoose: (id: string | null | undefined) => void
}) {
  const t = useTranslations('transfer')
  return (
    <Select
      label={t('memberFor', { name })}
      value={value === null ? leftOut : (value ?? '')}
      options={[
        { value: '', name: t('chooseMember') },
        { value: leftOut, name: t('leaveOut') },
        ...members.map((member) => ({ value: member.id, name: displayName(member) })),
      ]}
      onChange={(id) => onChoose(id === leftOut ? null : id || undefined)}
    />
  )
}

function Author({
  author: { name, user_name, reports },
  isLeftOut,
  isFiled,
}: {
  author: ImportedAuthor
  isLeftOut: boolean
  isFiled: boolean
}) {
  const t = useTranslations('transfer')
  const isKnown = user_name !== null
  const isMissing = !isKnown && !isLeftOut
  const unknown = isFiled ? 'authorNotImported' : 'unknownAuthor'
  return (
    <p className="flex min-w-0 flex-wrap gap-x-2 wrap-anywhere">
      <span dir="auto">{user_name ?? name}</span>
      {isKnown && name !== '' && name !== user_name && (
        <span dir="auto" className="text-text-2">
          {name}
        </span>
      )}
      <span className={isMissing ? 'text-problem-text' : 'text-text-2'}>
        {t(isMissing ? unknown : 'authorReports', { count: reports })}
      </span>
    </p>
  )
}
