import { type ComponentProps, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { storeReturnPath } from '../../app/paths.ts'
import { LoginForm } from '../../features/session/login-form.tsx'
import { OrDivider, ProviderButtons, signInProviders } from '../../features/session/provider-buttons.tsx'
import { useSession } from '../../features/session/session.tsx'
import { useDeployment } from '../../entities/use-deployment.tsx'
import { openEditors, queueAllPressed } from '../../storage/drafts/open-editors.ts'
import { useTypingPause } from '../../hooks/use-typing-pause.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useModal } from '../../ui/modal.ts'
import { textLink } from '../../ui/text-link.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const LoginPasskey = 'PublicKeyCredential' in window ? lazyPart(() => import('../shared/login-passkey.tsx')) : undefined

/** Returns which text of the open editors is stored: the report's, another one, or none. Secrets are never stored. */
function storedWordsOf(editors: readonly string[]) {
  if (editors.includes('asakai_draft')) return 'report'
  return editors.some((name) => !name.endsWith('_secrets')) ? 'words' : undefined
}

/**
 * Returns the URL of this page for the return from a provider. It opens the form of the report again if it was open.
 */
function returnPath(editors: readonly string[]) {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  if (editors.includes('asakai_draft')) query.set('write', '')
  return `${pathname}?${query}${hash}`
}

/** Returns the text in the forms on the page. */
const wordsOnPage = () =>
  [...document.forms]
    .flatMap(({ elements }) => Array.from(elements))
    .flatMap((field) => (field instanceof HTMLTextAreaElement && !field.readOnly ? field.value : ''))
    .filter((words) => words.trim() !== '')
    .join('\n\n')

/**
 * Asks a member to sign in again, in a dialog over the page, if the session ended while the member was writing (E5.04).
 * A deactivated member can copy the text instead.
 */
export function LoginDialog({ user }: { user: Me }): ReactNode {
  // Waits until the member stops typing. Otherwise the next letters would go into the password field.
  return useTypingPause() && <LoginDialogNow user={user} />
}

function LoginDialogNow({ user }: { user: Me }) {
  const t = useTranslations('session')
  const { leave, sessionEnd, sentenceOfEnd } = useSession()
  const [end] = useState(sessionEnd)
  const [sentence] = useState(sentenceOfEnd)
  const { deployment } = useDeployment()
  const only = deployment?.oidc?.only
  const isDeactivated = end === 'deactivated'
  const heading = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [editors] = useState(openEditors)
  const [words] = useState(wordsOnPage)
  const [refused, setRefused] = useState<ComponentProps<typeof FormFailure>>({ failure: undefined })
  // The page behind the dialog does not work, so Esc does not close it. The password comes first: the email is
  // prefilled.
  const closing = useModal(dialog, undefined, { first: '[name="password"]' })
  const storedWords = storedWordsOf(editors)
  const beforeLeaving = () => {
    queueAllPressed()
    storeReturnPath(returnPath(openEditors()))
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      {...closing}
      className="modal-box m-auto w-112 max-w-[calc(100%-2rem)] rounded-3"
    >
      <div className="flex flex-col gap-5 p-6">
        <header className="flex flex-col gap-1">
          <h2 id={heading} className="t-20b">
            {t(isDeactivated ? 'over.deactivated' : 'over.title')}
          </h2>
          <p className="t-14 text-text-2">
            {end === 'revoked' ? t('revoked') : sentence} {storedWords && t(`over.${storedWords}`)}{' '}
            {t(isDeactivated ? 'over.askForIt' : 'over.goOn')}
          </p>
        </header>
        {isDeactivated && words !== '' && <CopyField label={t('over.written')} value={words} />}
        <FormFailure {...refused} />
        <ProviderButtons
          providers={signInProviders}
          label={(provider) => t('login.provider', { provider })}
          failure={(provider) => t('login.providerFailed', { provider })}
          onFailure={setRefused}
          onLeave={beforeLeaving}
        >
          <OrDivider />
        </ProviderButtons>
        {!only && <LoginForm email={user.email} focused onInput={() => undefined} forgotten={undefined} />}
        <div className="flex flex-wrap justify-center gap-x-6 gap-y-2 text-center t-12 text-text-3">
          {LoginPasskey && !only && (
            <Suspense>
              <LoginPasskey onBegin={() => undefined} onFailure={setRefused} />
            </Suspense>
          )}
          <button type="button" onClick={leave} className={`cursor-pointer ${textLink}`}>
            {t('over.leave')}
          </button>
        </div>
      </div>
    </dialog>
  )
}
