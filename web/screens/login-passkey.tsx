import { useTranslations } from 'use-intl'
import { usePasskeySignIn } from '../features/session/use-passkey-sign-in.ts'
import { hasPasskeys } from '../lib/passkeys.ts'
import { textLink } from '../ui/text-link.ts'

type Props = {
  /** Told that somebody is about to sign in. */
  onBegin: () => void
  /** Told why it has failed, and nothing when it is tried again. */
  onFailure: (refused: { failure?: string; reason?: string | undefined }) => void
}

/** The way in by a passkey, before the other words of its line; nothing where the browser has none. */
export default function LoginPasskey(props: Props) {
  return hasPasskeys() && <PasskeyLink {...props} />
}

function PasskeyLink({ onBegin, onFailure }: Props) {
  const t = useTranslations('passkeyLogin')
  const { busy, signIn } = usePasskeySignIn({
    onBegin,
    onFailure: (why) => onFailure(why ? { failure: t('failed'), ...why } : {}),
  })
  return (
    <>
      <button
        type="button"
        aria-disabled={busy || undefined} // `disabled` would take the focus away
        onClick={() => busy || signIn()}
        className={`cursor-pointer ${textLink}`}
      >
        {t('link')}
      </button>
      <span aria-hidden className="px-3">
        ·
      </span>
    </>
  )
}
