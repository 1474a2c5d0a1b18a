import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FrequentTasksDraft, tidyTasks } from '#contract/frequent-tasks.ts'
import { limits } from '#contract/limits.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../lib/use-check.ts'
import { SaveOrCancel } from '../../ui/save-or-cancel.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.tsx'
import { serverMessage, useSaveTasks } from './queries.ts'
import { writeUnsaved, readUnsaved } from './unsaved-list.ts'

const isLine = (line: string) => line.trim() !== ''

/** How many tasks stand there twice. */
const repeatedIn = (list: string) =>
  list.split(/\r\n|\n|\r/u).filter(isLine).length - tidyTasks(list).split('\n').filter(isLine).length

/**
 * One task a line; what is typed stays in the browser until it is saved or given up.
 * @param exists whether the server is known to keep a list
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
  const shell = useTranslations('shell')
  const [start] = useState(() => ({ task_list: readUnsaved(userId) ?? saved }))
  // A record that arrives while somebody types is not what they are changing.
  const [existed] = useState(exists)
  const form = useRef<HTMLFormElement>(null)
  const check = useCheck()
  const save = useSaveTasks()
  const { words, busy, failure, props, field } = useForm({
    start,
    check: ({ task_list }) =>
      check(
        FrequentTasksDraft,
        { task_list: tidyTasks(task_list) },
        { too_long: t('tooLong', { limit: limits.taskList }) },
      ),
    send: async ({ task_list }) => {
      await save.mutateAsync({ exists: existed, taskList: tidyTasks(task_list) })
      toast.success(t(repeatedIn(task_list) > 0 ? 'savedOnce' : 'saved'))
    },
    onSent: onClose,
    onChange: ({ task_list }) => writeUnsaved(userId, task_list === saved ? null : task_list),
  })

  useEffect(() => {
    const control = form.current?.querySelector('textarea')
    control?.focus()
    control?.setSelectionRange(control.value.length, control.value.length)
  }, [])
  const cancel = () => {
    onClose()
    if (tidyTasks(words.task_list) === saved) return
    const back = () => {
      writeUnsaved(userId, words.task_list)
      onReopen()
    }
    toast.info(shell('editsLeft'), { label: shell('editsBack'), act: back })
  }
  const reason = serverMessage(failure)
  const failed = failure !== undefined && (reason ? t('saveErrorBecause', { reason }) : t('saveError'))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') cancel()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }
  return (
    <form {...props} ref={form} onKeyDown={onKeyDown} className="grid gap-4">
      <TextArea {...field('task_list')} label={t('label')} hint={t('oneALine')} />
      <SaveOrCancel isSaving={busy} failure={failed} cause={failure} onCancel={cancel} />
    </form>
  )
}
