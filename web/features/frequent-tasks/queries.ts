import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FrequentTasks, FrequentTasksChange } from '#contract/frequent-tasks.ts'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { sendWrite, type Write } from '../../api/writes-to-send.ts'

/** Returns whether the member has no list: a 404 or a "not found" message (S7.11). */
const isNone = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || /not.found/iu.test(error.message))

export const isSavedElsewhere = (error: unknown) => error instanceof ApiError && error.code === 'tasks_changed'

export const frequentTasksQuery = queryOptions({
  queryKey: ['frequent-tasks'],
  queryFn: async ({ signal }) => {
    try {
      // Without `allow_none`, the server would answer 404, and browsers log each 404 as an error on the console.
      const tasks = await api.get<Partial<FrequentTasks>>('/frequent_tasks', { allow_none: 'true' }, signal)
      return tasks.id ? (tasks as FrequentTasks) : null
    } catch (error) {
      if (isNone(error)) return null
      throw error
    }
  },
})

export const changeOfTasks = (task_list: string, replaces: string): Write => ({
  method: 'PUT',
  path: '/frequent_tasks',
  body: { task_list, replaces } satisfies FrequentTasksChange,
})

/**
 * Creates or changes the list. If the page creates a list but the server already has one from another tab, merges both,
 * with the existing tasks first. If the page changes a list that the server no longer has, creates it again.
 */
export function useSaveTasks() {
  const queries = useQueryClient()
  return useMutation({
    /** @param seen the list that the member edited */
    mutationFn: async ({ exists, seen, taskList }: { exists: boolean; seen: string; taskList: string }) => {
      const put = (list: string, replaces: string) => sendWrite<FrequentTasks>(changeOfTasks(list, replaces))
      const post = () => api.post<FrequentTasks>('/frequent_tasks', { task_list: taskList })
      try {
        return await (exists ? put(taskList, seen) : post())
      } catch (error) {
        if (exists && isNone(error)) return post()
        if (exists || !(error instanceof ApiError) || error.code !== 'frequent_tasks_exist') throw error
        const unseen = await api.get<FrequentTasks>('/frequent_tasks')
        const both = [...new Set(`${unseen.task_list}\n${taskList}`.split('\n'))].join('\n')
        return put(both, unseen.task_list)
      }
    },
    networkMode: 'always',
    onError: async (error) => {
      if (isSavedElsewhere(error)) await queries.refetchQueries({ queryKey: frequentTasksQuery.queryKey })
    },
    onSuccess: (record) => queries.setQueryData(frequentTasksQuery.queryKey, record),
  })
}
