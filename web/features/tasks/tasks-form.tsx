import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { charactersIn } from '#contract/characters.ts'
import { limits } from '#contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.tsx'
import { serverMessage, useSaveTasks } from './queries.ts'
import { writeUnsaved, readUnsaved } from './unsaved-list.ts'

/** Blank lines are dropped on save (S5.27); the server does the same. */
const tidy = (text: string) =>
  text
    .split(/\r\n|\n|\r/u)
    .filter((line) => line.trim() !== '')
    .join('\n')

/** One task a line; what is typed stays in the browser until it is saved or given up. @param kept whether a record is known */
export function TasksForm({
  userId,
  saved,
  kept,
  onClose,
  onReopen,
}: {
  userId: string
  saved: string
  kept: boolean
  onClose: () => void
  onReopen: () => void
}) {
  const t = useTranslations('frequentTasks')
  const shell = useTranslations('shell')
  const [text, setText] = useState(() => readUnsaved(userId) ?? saved)
  const [error, setError] = useState<string>()
  // A record that arrives while somebody types is not what they are changing.
  const [changing] = useState(kept)
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveTasks()

  useEffect(() => {
    const field = form.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const change = (changed: string) => {
    setText(changed)
    setError(undefined)
    writeUnsaved(userId, changed === saved ? null : changed)
  }
  const cancel = () => {
    onClose()
    if (tidy(text) === saved) return
    const back = () => {
      writeUnsaved(userId, text)
      onReopen()
    }
    toast.info(shell('editsLeft'), { label: shell('editsBack'), act: back })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const taskList = tidy(text)
    if (charactersIn(taskList) > limits.taskList) {
      setError(t('tooLong', { limit: limits.taskList }))
      return
    }
    save.mutate(
      { kept: changing, taskList },
      {
        onSuccess: () => {
          toast.success(t('saved'))
          onClose()
        },
        onError: (failure) => {
          const reason = serverMessage(failure)
          toast.error(reason ? t('saveErrorBecause', { reason }) : t('saveError'))
        },
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') cancel()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <TextArea
        name="task_list"
        label={t('label')}
        hint={t('oneALine')}
        value={text}
        error={error}
        readOnly={save.isPending}
        onChange={change}
      />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button kind="ghost" onClick={cancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" kind="primary" busy={save.isPending ? t('saving') : undefined}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
