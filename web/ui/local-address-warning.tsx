import { useTranslations } from 'use-intl'

const thisMachine = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/u

/** Returns whether only the server's own machine can open the URL. */
export const isLocalAddress = (address: string) => thisMachine.test(URL.parse(address)?.hostname ?? '')

/** Warns if only the server's own machine can open the URL, so that the URL is useless for other people. */
export function LocalAddressWarning({ address }: { address: string }) {
  const t = useTranslations('writing')
  return isLocalAddress(address) && <p className="t-13 text-pretty text-warn-text">{t('onlyHere')}</p>
}
