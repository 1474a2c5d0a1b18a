import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BacklogItem } from '#contract/backlogs.ts'
import type { FrequentTasks } from '#contract/frequent-tasks.ts'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { allPages } from '../../api/pages.ts'

export { serverMessage } from '../../api/errors.ts'

/** A 404 or a "not found" message means that the member keeps none (S7.11). */
const isNone = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || /not.found/iu.test(error.message))

/** My frequent tasks, null where I keep none. */
export const frequentTasksQuery = queryOptions({
  queryKey: ['frequent-tasks'],
  queryFn: async ({ signal }) => {
    try {
      return await api.get<FrequentTasks>('/frequent_tasks', undefined, signal)
    } catch (error) {
      if (isNone(error)) return null
      throw error
    }
  },
})

/** My priority tasks: only items with words are used (S3.22). */
export const backlogQuery = queryOptions({
  queryKey: ['backlogs'],
  queryFn: async ({ signal }) => {
    const items = await allPages(async (page) => {
      const answer = await api.get<unknown>('/backlogs', page, signal)
      return Array.isArray(answer) ? (answer as BacklogItem[]) : []
    })
    return items.filter(({ backlog }) => backlog)
  },
})

/** Keeps the list, or changes what is kept; tasks that were kept unseen (another tab, a failed load) stay before it. */
export function useSaveTasks() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ exists, taskList }: { exists: boolean; taskList: string }) => {
      const put = (list: string) => api.put<FrequentTasks>('/frequent_tasks', { task_list: list })
      const post = () => api.post<FrequentTasks>('/frequent_tasks', { task_list: taskList })
      try {
        return await (exists ? put(taskList) : post())
      } catch (error) {
        if (exists && isNone(error)) return post()
        if (exists || !(error instanceof ApiError) || error.code !== 'frequent_tasks_exist') throw error
        const unseen = await api.get<FrequentTasks>('/frequent_tasks')
        return put([...new Set(`${unseen.task_list}\n${taskList}`.split('\n'))].join('\n'))
      }
    },
    networkMode: 'always',
    onSuccess: (record) => queries.setQueryData(frequentTasksQuery.queryKey, record),
  })
}
