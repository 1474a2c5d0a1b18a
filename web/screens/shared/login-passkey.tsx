import { useTranslations } from 'use-intl'
import { usePasskeySignIn } from '../../features/session/use-passkey-sign-in.ts'
import { hasPasskeys } from '../../platform/passkeys.ts'
import { textLink } from '../../ui/text-link.ts'

type Props = {
  onBegin: () => void
  /** Called with the reason of a failure, and with an empty object when a new attempt begins. */
  onFailure: (refused: { failure?: string; reason?: string | undefined }) => void
}

/** The link to sign in by a passkey. Renders nothing if the browser does not support passkeys. */
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
    <button
      type="button"
      aria-disabled={busy || undefined} // with `disabled`, the button would lose the focus
      onClick={() => busy || signIn()}
      className={`cursor-pointer ${textLink}`}
    >
      {t('link')}
    </button>
  )
}
