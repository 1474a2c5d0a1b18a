import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { FrequentTasks } from '#contract/frequent-tasks.ts'
import { useReportLabels } from '../../domain/report-time.ts'
import { useEditing } from '../../hooks/use-editing.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/loaded.tsx'
import { Bar } from '../../ui/states.tsx'
import { tasksOf } from './tasks-of.ts'
import { taskDrafts } from './drafts.ts'
import { frequentTasksQuery } from './queries.ts'
import { TasksForm } from './tasks-form.tsx'

export function FrequentTasksCard({ userId }: { userId: string }) {
  const t = useTranslations('frequentTasks')
  const words = useReportLabels()
  const tasks = useQuery(frequentTasksQuery)
  const { editing, toggle, open, close } = useEditing(() => taskDrafts.read(taskDrafts.key(userId)) !== undefined)

  // Offline, the query is paused. A member who edits a stored draft offline must not wait for it.
  // A list that failed to load is refetched while the form is shown, so only the first load counts.
  const reading = tasks.isPending && !tasks.isFetched && tasks.fetchStatus !== 'paused'
  const list = tasks.data?.task_list ?? ''
  const isEmpty = !reading && list === ''
  const Icon = isEmpty ? Plus : Pencil
  const hint = <p className="mb-4 t-14 text-text-2">{words('planHint')}</p>
  if (editing && !reading)
    return (
      <Card title={t('title')}>
        {hint}
        <TasksForm userId={userId} saved={list} exists={tasks.data != null} onClose={close} onReopen={open} />
      </Card>
    )
  return (
    <Card
      title={t('title')}
      action={
        <Button
          ref={toggle}
          kind="line"
          small
          disabled={reading}
          aria-label={isEmpty ? undefined : t('editLabel')}
          onClick={open}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {t(isEmpty ? 'add' : 'edit')}
        </Button>
      }
    >
      {hint}
      {reading && (
        <Skeleton>
          <TaskBars />
        </Skeleton>
      )}
      {/* If the list cannot be loaded, the card shows an empty list (S8.26). */}
      {isEmpty && <p className="border-t border-rule pt-4 t-14 text-text-2">{t('empty')}</p>}
      {tasks.data && <TaskList record={tasks.data} />}
    </Card>
  )
}

function TaskList({ record }: { record: FrequentTasks }) {
  const t = useTranslations('frequentTasks')
  return (
    <ul className="empty:hidden">
      {tasksOf(record).map(({ task, count }, index) => (
        <li key={index} className="flex items-baseline justify-between gap-4 border-t border-rule py-2.5">
          <span dir="auto" className="min-w-0 t-14 wrap-anywhere">
            {task}
          </span>
          {count !== undefined && (
            <span className="shrink-0 t-12 text-text-3 tabular-nums">{t('count', { count })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

const TaskBars = () =>
  ['34%', '42%', '28%', '46%'].map((width) => (
    <div key={width} className="border-t border-rule py-2">
      <Bar width={width} />
    </div>
  ))
