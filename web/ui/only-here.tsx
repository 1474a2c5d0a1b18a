import { useTranslations } from 'use-intl'

const thisMachine = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/u

/** Warns beside a URL to pass on if only the server's own machine can open it. */
export function OnlyHere({ address }: { address: string }) {
  const t = useTranslations('writing')
  const hostname = URL.parse(address)?.hostname ?? ''
  return thisMachine.test(hostname) && <p className="t-13 text-pretty text-warn-text">{t('onlyHere')}</p>
}
