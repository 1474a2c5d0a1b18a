import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { IssueImport } from '#contract/backlogs.ts'
import { providers } from '#contract/providers.ts'
import { useFinishedJobs } from '../../hooks/use-finished-jobs.ts'
import { toast } from '../../ui/toast.tsx'
import { importsQuery } from './queries.ts'

export function ImportProgress({ of: { source, read, total } }: { of: IssueImport }) {
  const t = useTranslations('backlogSettings')
  const name = providers[source].name
  return (
    <p className="mt-3 flex items-start gap-2 t-13 text-text-2 tabular-nums">
      <LoaderCircle size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 motion-safe:animate-spin" aria-hidden />
      <span className="min-w-0 text-pretty">
        {total === null ? t('importRead', { source: name, read }) : t('importReadOf', { source: name, read, total })}
      </span>
    </p>
  )
}

export function ImportsGoingOn() {
  const imports = useImports()
  return imports.map((one) =>
    one.state === 'going_on' ? (
      <ImportProgress key={one.source} of={one} />
    ) : (
      one.state === 'failed' && (
        <p key={one.source} className="mt-3 flex items-start gap-2 t-13 text-text-2">
          <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-error-text" aria-hidden />
          <span className="min-w-0 text-pretty">{one.message}</span>
        </p>
      )
    ),
  )
}

/** Returns the member's imports. When a running import ends, shows the result in a toast and refetches the issues. */
export function useImports(): IssueImport[] {
  const queries = useQueryClient()
  const imports = useQuery(importsQuery).data
  useFinishedJobs(imports, (ended) => {
    for (const { state, message } of ended) toast[state === 'done' ? 'success' : 'error'](message ?? '')
    for (const key of ['backlogs', 'dashboard']) void queries.invalidateQueries({ queryKey: [key] })
  })
  return imports ?? []
}
