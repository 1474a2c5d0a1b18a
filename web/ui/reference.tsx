import { useTranslations } from 'use-intl'
import { referenceOf } from '../lib/reference.ts'

/** What to name to the operator, whose log has the line of it; marked whole by one press. Nothing where it is not the server's fault. */
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
