import { Globe, Monitor, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Consent, ConsentAnswer } from '#contract/grants.ts'
import { serverMessage } from '../../api/errors.ts'
import { addDays } from '../../dates/dates.ts'
import { useToday } from '../../dates/today.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { type Lifetime, LifetimeChoice } from './lifetime-choice.tsx'

const scopes = ['read', 'write'] as const
type Scope = (typeof scopes)[number]

/** Asks what a program may do, and for how long (N21.01). */
export function ConsentForm({
  consent,
  busy,
  cause,
  onAllow,
  onRefuse,
}: {
  consent: Consent
  busy: 'allow' | 'refuse' | undefined
  cause: unknown
  onAllow: (answer: ConsentAnswer) => void
  onRefuse: () => void
}) {
  const t = useTranslations('programs')
  const today = useToday()
  const asked = scopes.filter((scope) => scope === 'read' || consent.scopes.includes('write'))
  const [scope, setScope] = useState<Scope>('read')
  const [life, setLife] = useState<Lifetime>('90')
  const allowed = scope === 'write' ? consent.scopes : consent.scopes.filter((each) => each === 'read')
  const allow = () => onAllow({ scopes: allowed, expires_on: addDays(today, Number(life)) })
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        allow()
      }}
    >
      <ProgramFacts consent={consent} />
      <RadioGroup
        legend={t('scope')}
        values={asked}
        value={scope}
        readOnly={busy !== undefined}
        onChange={setScope}
        hint={(choice) => t(choice === 'read' ? 'readHint' : 'writeHint')}
      >
        {(choice) => <span className="t-14">{t(choice)}</span>}
      </RadioGroup>
      <LifetimeChoice value={life} readOnly={busy !== undefined} onChange={setLife} />
      <FormFailure failure={cause !== undefined && (serverMessage(cause) ?? t('allowFailed'))} cause={cause} />
      <div className="flex flex-col gap-2">
        <Button kind="primary" type="submit" wide busy={busy === 'allow' ? t('allowing') : undefined}>
          {t('allow')}
        </Button>
        <Button kind="line" wide disabled={busy !== undefined} onClick={onRefuse}>
          {t('refuse')}
        </Button>
      </div>
    </form>
  )
}

/** Shows which facts about the program we have verified, and which we have not. */
function ProgramFacts({ consent: { client_host, redirect_host, redirect_scheme } }: { consent: Consent }) {
  const t = useTranslations('programs')
  const onComputer = redirect_scheme === null ? t('toComputer') : t('toScheme', { scheme: redirect_scheme })
  const Icon = redirect_host === null ? Monitor : Globe
  return (
    <ul className="flex flex-col gap-2 rounded-2 border border-rule bg-sunken px-3 py-3 t-13">
      <li className="flex items-start gap-2">
        <TriangleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-text-2" aria-hidden />
        <span className="min-w-0 wrap-anywhere">
          {client_host === null ? t('unverified') : t('published', { host: client_host })}
        </span>
      </li>
      <li className="flex items-start gap-2">
        <Icon size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-text-2" aria-hidden />
        <span className="min-w-0 wrap-anywhere">
          {redirect_host === null ? onComputer : t('toHost', { host: redirect_host })}
        </span>
      </li>
    </ul>
  )
}
