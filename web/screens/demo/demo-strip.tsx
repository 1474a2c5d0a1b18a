import { FlaskConical } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { beginning } from './demo-beginning.ts'
import { LanguageName } from '../../features/demo/language-name.tsx'
import { useDemo } from '../../features/demo/use-demo.ts'
import { useSession } from '../../features/session/session.tsx'
import { displayName, hueOf, initials } from '../../domain/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu } from '../../ui/menu.tsx'
import { underlined } from '../../ui/text-link.ts'

export default function DemoStrip() {
  const t = useTranslations('demo')
  const { user, signIn, signOut } = useSession()
  const { members, failed, busy, retry, be } = useDemo(async (tokens) => {
    await signOut() // other tabs must end the session, too
    await signIn(tokens)
  }, beginning)
  const button = `cursor-pointer rounded-1 ${underlined} text-left pointer-coarse:-my-2 pointer-coarse:py-3`
  return (
    <section
      aria-label={t('label')}
      className="flex items-center gap-3 border-b border-rule bg-sunken px-4 py-2 t-13 text-text-2 md:px-8 print:hidden"
    >
      <FlaskConical size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <p className="min-w-0 flex-1 text-pretty">{t('note')}</p>
      {failed ? (
        <button type="button" className={button} onClick={retry}>
          {t('retry')}
        </button>
      ) : (
        <Menu
          label={t('somebodyElse')}
          placement="[position-area:block-end_span-inline-start] [position-try-fallbacks:flip-block]"
          className={button}
          items={(members ?? []).map((member) => ({
            label: displayName(member),
            icon: <Avatar initials={initials(member)} hue={hueOf(member.id)} size={24} />,
            keys: <LanguageName language={member.language} />,
            onSelect: () => be(member),
            disabledBecause: member.id === user?.id ? t('you') : busy ? '' : undefined,
          }))}
        >
          {t('somebodyElse')}
        </Menu>
      )}
    </section>
  )
}
