import { useTranslations } from 'use-intl'
import type { Blocker } from '#contract/blockers.ts'
import type { User } from '#contract/users.ts'
import { serverMessage } from '../../api/errors.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import { displayName } from '../../domain/person.ts'
import { useToday } from '../../dates/today.ts'
import { toast } from '../../ui/toast.tsx'
import { type Change, useChangeBlocker } from './queries.ts'

const open = { state: 'open', owner_id: null, owner_name: null } as const
const unresolved = { resolution: null, resolved_by: null, resolved_by_name: null, resolved_on: null } as const

/**
 * Returns the actions on a blocker. Every team member may use them. Some actions remove the row of the blocker, so code
 * that runs after them must not need a mounted component.
 * @param onComment opens the comments on the blocker's report
 */
export function useBlockerActions(blocker: Blocker, user: User, onComment: (() => void) | undefined) {
  const t = useTranslations('blockers')
  const undo = useTranslations('writing')('undo')
  const { mutateAsync } = useChangeBlocker()
  const today = useToday()
  const name = displayName(user)
  const failed = (error: unknown) => serverMessage(error) ?? t('failed')
  const onError = (error: unknown) => toast.error(failed(error), error)
  const act = (change: Change['change'], looks: Change['looks'], state = blocker.state) =>
    mutateAsync({ blocker, change: { ...change, before: { state, owner_id: blocker.owner_id } }, looks })
  const unended = blocker.owner_id === null ? open : ({ state: 'acknowledged' } as const)
  const openAgain = (reopened: boolean, state: Blocker['state']) =>
    act({ state: unended.state }, { ...unresolved, ...unended, reopened }, state)
  const reopen = () => void openAgain(blocker.reopened || blocker.state === 'resolved', blocker.state).catch(onError)
  return {
    take: () =>
      void act({ owner_id: user.id }, { state: 'acknowledged', owner_id: user.id, owner_name: name }).catch(onError),
    release: () => void act({ owner_id: null }, open).catch(onError),
    resolve: () =>
      void act(
        { state: 'resolved' },
        { state: 'resolved', resolution: 'solved', resolved_by: user.id, resolved_by_name: name, resolved_on: today },
      ).then(
        () =>
          offerUndo(t('resolved'), {
            label: undo,
            // An immediate undo leaves no trace of the resolution (E3.04).
            undo: () => openAgain(blocker.reopened, 'resolved'),
            failed,
            also: onComment && { label: t('comment'), act: onComment },
          }),
        onError,
      ),
    reopen,
  }
}
