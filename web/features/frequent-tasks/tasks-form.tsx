import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { charactersIn } from '#contract/characters.ts'
import { FrequentTasksDraft, tidyTasks } from '#contract/frequent-tasks.ts'
import { limits } from '#contract/limits.ts'
import { serverMessage } from '../../api/errors.ts'
import { useStoredForm } from '../../api/use-stored-form.ts'
import { focusEndIn } from '../../platform/focus-end.ts'
import { isImeKey } from '../../platform/ime-key.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { DraftNotes } from '../../ui/draft-notes.tsx'
import { SaveOrCancel } from '../../ui/save-or-cancel.tsx'
import { submitByKeys } from '../../ui/submit-by-keys.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDiscard } from '../../ui/use-discard.ts'
import { taskDrafts } from './drafts.ts'
import { changeOfTasks, isSavedElsewhere, useSaveTasks } from './queries.ts'

const isLine = (line: string) => line.trim() !== ''

const repeatedIn = (list: string) =>
  list.split(/\r\n|\n|\r/u).filter(isLine).length - tidyTasks(list).split('\n').filter(isLine).length

/**
 * Edits the tasks, one on each line. The browser stores the text until it is saved or cancelled.
 * @param exists whether the server is known to have a list
 */
export function TasksForm({
  userId,
  saved,
  exists,
  onClose,
  onReopen,
}: {
  userId: string
  saved: string
  exists: boolean
  onClose: () => void
  onReopen: () => void
}) {
  const t = useTranslations('frequentTasks')
  // If the list arrives while the member types, the member has not seen it. The form then still creates a list.
  const [existed] = useState(exists)
  const check = useCheck()
  const save = useSaveTasks()
  const { busy, failure, props, field, draft } = useStoredForm({
    drafts: taskDrafts,
    key: taskDrafts.key(userId),
    version: saved,
    start: { task_list: saved },
    check: ({ task_list }) =>
      check(
        FrequentTasksDraft,
        { task_list: tidyTasks(task_list) },
        {
          too_long: t('tooLong', {
            limit: limits.taskList,
            over: charactersIn(tidyTasks(task_list)) - limits.taskList,
          }),
        },
      ),
    send: async ({ task_list }) => {
      await save.mutateAsync({ exists: existed, seen: saved, taskList: tidyTasks(task_list) })
      toast.success(t(repeatedIn(task_list) > 0 ? 'savedOnce' : 'saved'))
    },
    later: ({ task_list }) => (existed ? changeOfTasks(tidyTasks(task_list), saved) : undefined),
    onSent: onClose,
  })
  const cancel = useDiscard(draft, onClose, onReopen)
  const reason = serverMessage(failure)
  const isChanged = draft.isWritten && draft.baseVersion !== null && draft.baseVersion !== saved
  const isOtherFailure = failure !== undefined && !(isChanged && isSavedElsewhere(failure))
  const failed = isOtherFailure && (reason ? t('saveErrorBecause', { reason }) : t('saveError'))
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (isImeKey(event)) return
    if (event.key === 'Escape') onClose()
    submitByKeys(event)
  }
  return (
    <form {...props} ref={focusEndIn} onKeyDown={onKeyDown} className="grid gap-4">
      <DraftNotes draft={draft} elsewhere={isChanged ? 'changed' : undefined} />
      <TextArea {...field('task_list')} label={t('label')} hint={t('oneALine')} />
      <SaveOrCancel isSaving={busy} failure={failed} cause={failure} onCancel={busy ? onClose : cancel} />
    </form>
  )
}
