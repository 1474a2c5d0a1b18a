import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type FirstStep, firstSteps, type Team } from '#contract/users.ts'
import { readStored, removeStored, writeStored } from '../../storage/local-storage.ts'
import { useFocusHandover } from '../../hooks/use-focus-handover.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { textLink } from '../../ui/text-link.ts'
import { toast } from '../../ui/toast.tsx'
import { useSaveTeam } from '../../entities/team.ts'
import { OnboardingStep } from './onboarding-step.tsx'
import { NewTeamForm } from './new-team-form.tsx'
import { focusWithin } from '../../platform/focus-within.ts'
import { mainElement } from '../../platform/main-element.ts'

const laterKey = (userId: string) => `asakai_first_steps_later:${userId.toLowerCase()}`

type Props = {
  team: Team
  /** The steps that are not done. */
  open: readonly FirstStep[]
  userId: string
  hrefs: Record<'invite' | 'connect', string>
  sendsMail: boolean
  whoMayJoin: ReactNode
  reminderNote: ReactNode
  serverNote: ReactNode
  /** Opens the report panel. Absent while the panel is open, or if no report can be written. */
  onWrite: (() => void) | undefined
  onTeam: (team: Team) => void
}

/**
 * Lists the remaining steps of a new team (N1.08). A finished step fades out. The list can be collapsed to one line.
 */
export function OnboardingChecklist({
  team,
  open,
  userId,
  hrefs,
  sendsMail,
  whoMayJoin,
  reminderNote,
  serverNote,
  onWrite,
  onTeam,
}: Props) {
  const t = useTranslations('firstMinute')
  const settings = useTranslations('teamSettings')
  const online = useOnline()
  const key = laterKey(userId)
  const [isLater, setIsLater] = useState(() => readStored(key, (text) => text) !== undefined)
  const [gone, setGone] = useState(() => firstSteps.filter((step) => !open.includes(step)))
  const skip = useSaveTeam({ onSaved: onTeam, onFailed: (error) => toast.error(settings('saveFailed'), error) })
  const list = useRef<HTMLUListElement>(null)
  const rows = firstSteps.filter((step) => !gone.includes(step))
  const { ref, handOver } = useFocusHandover()
  const fold = (later: boolean) => {
    handOver(() => setIsLater(later))
    if (later) writeStored(key, 'later')
    else removeStored(key)
  }
  if (rows.length === 0 || (isLater && open.length === 0)) return null
  if (isLater)
    return (
      <p className="mt-4 t-13">
        <button
          ref={ref}
          type="button"
          aria-expanded={false}
          className={`cursor-pointer ${textLink}`}
          onClick={() => fold(false)}
        >
          {t('folded', { count: open.length })}
        </button>
      </p>
    )

  /** Removes a step from the list. Moves the focus if the row of the step had it. */
  const leave = (step: FirstStep) => {
    const drawn = [...(list.current?.children ?? [])]
    const next = drawn.find((row) => !row.hasAttribute('inert'))
    // An inert row loses the focus only with the next frame, so the row may still have it.
    const hadFocus = drawn[rows.indexOf(step)]?.contains(document.activeElement)
    if (hadFocus || document.activeElement === document.body) focusWithin(next ?? mainElement())
    setGone((before) => [...before, step])
  }
  const actions: Record<FirstStep, ReactNode> = {
    team: null,
    invite: (
      <ButtonLink kind="line" small href={hrefs.invite}>
        {t('invite')}
      </ButtonLink>
    ),
    connect: (
      <>
        <OfflineReason />
        <Button
          kind="ghost"
          small
          disabled={!online}
          onClick={() => skip.mutate({ first_steps: open.filter((step) => step !== 'connect') })}
        >
          {t('skip')}
        </Button>
        <ButtonLink kind="line" small href={hrefs.connect}>
          {t('connect')}
        </ButtonLink>
      </>
    ),
    report: (
      <Button kind="line" small disabled={!onWrite} onClick={onWrite}>
        {t('write')}
      </Button>
    ),
  }
  return (
    <section aria-label={t('title')} className="my-6">
      <header className="flex items-baseline justify-between gap-4 pb-2">
        <h2 className="t-17b">{t('title')}</h2>
        <button
          ref={ref}
          type="button"
          aria-expanded
          className={`cursor-pointer t-13 ${textLink}`}
          onClick={() => fold(true)}
        >
          {t('later')}
        </button>
      </header>
      <ul ref={list} className="border-t border-rule">
        {rows.map((step) => (
          <OnboardingStep
            key={step}
            title={t(`steps.${step}`)}
            hint={t(step === 'invite' && !sendsMail ? 'hints.inviteByLink' : `hints.${step}`)}
            actions={actions[step]}
            isDone={!open.includes(step)}
            onGone={() => leave(step)}
          >
            {step === 'invite' && <div className="mt-1 ml-10 [&>p:first-child]:t-13">{whoMayJoin}</div>}
            {step === 'team' && (
              <>
                <NewTeamForm team={team} disabled={!online} onSaved={onTeam} />
                {reminderNote}
                {!online && <Note>{settings('offline')}</Note>}
              </>
            )}
          </OnboardingStep>
        ))}
      </ul>
      {serverNote}
    </section>
  )
}
