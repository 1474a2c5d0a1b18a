import { useTranslations } from 'use-intl'
import { referenceOf } from '../platform/error-reference.ts'

/**
 * The reference number of a server error, with which the operator finds the error in the log. One press selects the
 * whole number. Hidden for other errors.
 */
export function Reference({ of: error }: { of: unknown }) {
  const t = useTranslations('common')
  const id = referenceOf(error)
  return (
    id && (
      <span className="mt-1 block t-12 text-text-2">
        {t('reference')} <span className="break-all select-all">{id}</span>
      </span>
    )
  )
}
