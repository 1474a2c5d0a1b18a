import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { linesOf } from '../../domain/lines.ts'
import type { ControlledProps } from '../../ui/controlled-props.ts'
import { hasLine, withLine, withoutLine } from '../../domain/plan-lines.ts'
import { useShowMore } from '../../hooks/use-show-more.ts'
import { underlined } from '../../ui/text-link.ts'
import { backlogQuery } from '../../entities/backlog.ts'
import { frequentTasksQuery } from './queries.ts'
import { tasksOf } from './tasks-of.ts'

type Task = { key: string; words: string; reference?: string }

const shownAtMost = 8

const chip = 'min-h-8 cursor-pointer rounded-2 t-13 max-md:min-h-10 pointer-coarse:min-h-10'

/** Returns the text as one line without its list mark, as a report shows it. */
const oneLine = (words: string) => linesOf(words).join(' ')

/**
 * Shows the member's frequent tasks and the priority tasks of their backlog.
 * A tap adds a task to today's plan, another tap removes it.
 * While the tasks load, and if they fail to load, there are no chips (S8.26).
 */
export function TaskChips({ value: plan, disabled, onChange }: ControlledProps<string> & { disabled: boolean }) {
  const t = useTranslations('tasks')
  const record = useQuery(frequentTasksQuery).data
  const frequent = record ? tasksOf(record) : []
  const backlog = useQuery(backlogQuery).data ?? []
  const byUse = frequent.toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))
  const names = new Set(byUse.map(({ task }) => oneLine(task)).filter((words) => words !== ''))
  const kinds: { title: string; tasks: Task[] }[] = [
    { title: t('frequent'), tasks: [...names].map((words) => ({ key: words, words })) },
    {
      title: t('priority'),
      tasks: backlog.map(({ id, backlog: words, reference }) => ({
        key: String(id),
        words: oneLine(words),
        reference,
      })),
    },
  ]
  const toggle = (words: string) => onChange(hasLine(plan, words) ? withoutLine(plan, words) : withLine(plan, words))
  return (
    <div className="-mt-3 flex flex-col gap-2 empty:hidden">
      {kinds.map(
        ({ title, tasks }) =>
          tasks.length > 0 && (
            <Chips key={title} title={title} tasks={tasks} plan={plan} disabled={disabled} onToggle={toggle} />
          ),
      )}
    </div>
  )
}

function Chips({
  title,
  tasks,
  plan,
  disabled,
  onToggle,
}: {
  title: string
  tasks: Task[]
  plan: string
  disabled: boolean
  onToggle: (words: string) => void
}) {
  const t = useTranslations('tasks')
  const id = useId()
  const { list, shown, hidden, showAll } = useShowMore(tasks, shownAtMost)
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="t-12 text-text-2">
        {title}
      </p>
      <ul ref={list} className="mt-1 flex flex-wrap gap-2">
        {shown.map(({ key, words, reference }) => {
          const added = hasLine(plan, words)
          const Icon = added ? Check : Plus
          return (
            <li key={key} className="min-w-0">
              <button
                type="button"
                aria-pressed={added}
                disabled={disabled}
                onClick={() => onToggle(words)}
                className={`${chip} flex max-w-full items-center gap-1.5 border px-2 py-1 text-left fast-colors disabled:cursor-default ${added ? 'border-ai-rule bg-ai-soft text-ai-text' : 'border-rule text-text hover:bg-hover active:bg-pressed'}`}
              >
                <Icon size={14} strokeWidth={1.75} className={`shrink-0 ${added ? '' : 'text-text-2'}`} aria-hidden />
                <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
                  {words}
                </span>
                {reference && <span className="shrink-0 t-12 text-text-3">{reference}</span>}
              </button>
            </li>
          )
        })}
        {hidden > 0 && (
          <li>
            <button type="button" onClick={showAll} className={`${chip} px-2 ${underlined}`}>
              {t('showAll', { count: hidden })}
            </button>
          </li>
        )}
      </ul>
    </div>
  )
}
