import { useTranslations } from 'use-intl'

const thisMachine = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/u

/** Tells whether only the server's own machine can open an address. */
export const isLocalAddress = (address: string) => thisMachine.test(URL.parse(address)?.hostname ?? '')

/** Warns beside a URL to pass on if only the server's own machine can open it. */
export function LocalAddressWarning({ address }: { address: string }) {
  const t = useTranslations('writing')
  return isLocalAddress(address) && <p className="t-13 text-pretty text-warn-text">{t('onlyHere')}</p>
}
