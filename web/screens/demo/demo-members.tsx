import '../../ui/members.css'
import { useTranslations } from 'use-intl'
import { beginning } from './demo-beginning.ts'
import { LanguageName } from '../../features/demo/language-name.tsx'
import { useDemo } from '../../features/demo/use-demo.ts'
import { useSession } from '../../features/session/session.tsx'
import { displayName, hueOf, initials } from '../../domain/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Note } from '../../ui/note.tsx'

const rows = 8

/** The list of members on the login page of the demo. A press signs in as one of them. */
export default function DemoMembers() {
  const t = useTranslations('demo')
  const common = useTranslations('common')
  const { signIn } = useSession()
  const { members, failed, busy, retry, be } = useDemo(signIn, beginning)
  return (
    <section aria-labelledby="demo-members" className="flex flex-col gap-4">
      <Note>{t('note')}</Note>
      <div>
        <h2 id="demo-members" className="mb-2 t-13b">
          {t('choose')}
        </h2>
        {failed ? (
          <Note kind="changed" actions={[{ label: t('retry'), onClick: retry }]}>
            {t('failed')}
          </Note>
        ) : (
          <ul
            aria-busy={!members || busy}
            aria-label={members ? undefined : common('loading')}
            className="border-t-2 border-rule-ink"
          >
            {members?.map((member) => (
              <li key={member.id} className="border-b border-rule">
                <button
                  type="button"
                  disabled={busy}
                  onClick={() => be(member)}
                  className="flex min-h-13 w-full cursor-pointer items-center gap-3 px-2 py-1.5 text-left hover:bg-hover active:bg-pressed disabled:cursor-default"
                >
                  <Avatar initials={initials(member)} hue={hueOf(member.id)} />
                  <span className="min-w-0 flex-1">
                    <span className="block t-14b">{displayName(member)}</span>
                    <span lang={member.language} className="block t-12 text-text-2">
                      {member.title}
                    </span>
                  </span>
                  <LanguageName language={member.language} />
                </button>
              </li>
            )) ??
              Array.from({ length: rows }, (_, row) => (
                <li key={row} className="flex h-13 items-center gap-3 border-b border-rule px-2">
                  <span className="size-8 rounded-full bg-hover" />
                  <span className="h-4 w-40 rounded-1 bg-hover" />
                </li>
              ))}
          </ul>
        )}
      </div>
    </section>
  )
}
