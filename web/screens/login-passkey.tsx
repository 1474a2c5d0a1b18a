import { useLocale, useTranslations } from 'use-intl'
import { usePasskeySignIn } from '../features/session/use-passkey-sign-in.ts'
import { hasPasskeys } from '../lib/passkeys.ts'
import { AddedTexts } from '../ui/added-texts.tsx'
import { textLink } from '../ui/text-link.ts'
import type { Messages } from '../ui/with-texts.tsx'

const texts = import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?passkey-login' })

type Props = {
  /** Told that somebody is about to sign in. */
  onBegin: () => void
  /** Told why it has failed, and nothing when it is tried again. */
  onFailure: (refused: { failure?: string; reason?: string | undefined }) => void
}

/** The way in by a passkey, before the other words of its line; nothing where the browser has none. */
export default function LoginPasskey(props: Props) {
  const load = texts[`../../locales/${useLocale()}.json`]!
  if (!hasPasskeys()) return null
  return (
    <AddedTexts load={load}>
      <PasskeyLink {...props} />
    </AddedTexts>
  )
}

function PasskeyLink({ onBegin, onFailure }: Props) {
  const t = useTranslations('passkeyLogin')
  const { busy, signIn } = usePasskeySignIn({
    onBegin,
    onFailure: (why) => onFailure(why ? { failure: t('failed'), ...why } : {}),
  })
  return (
    <>
      <button type="button" disabled={busy} onClick={signIn} className={`cursor-pointer ${textLink}`}>
        {t('link')}
      </button>
      <span aria-hidden className="px-3">
        ·
      </span>
    </>
  )
}
