export type Reply = [status: number, content: unknown, headers?: Record<string, string>]

/** Something that the account has completed. Lists are ordered newest first. */
export type TrackerDone = {
  id: number
  title: string
  doneAt: string
  /** GitHub: a pull request, merged unless `unsolved`. */
  isPullRequest?: boolean
  /** GitHub: the filter of the list that contains the item. `created`: a list of the member's own pull requests. */
  filter?: 'assigned' | 'created'
  /** GitHub: closed without being solved or merged. */
  unsolved?: boolean
  /** Jira: the status that an open issue was moved to. */
  status?: string
}

export const githubDone = (done: TrackerDone[], query: URLSearchParams): Reply => [
  200,
  done
    .filter(({ filter = 'assigned' }) => filter === query.get('filter'))
    .map(({ id, title, doneAt, isPullRequest, unsolved }) => ({
      id,
      number: id,
      title,
      html_url: `https://github.example/hinode/reserve/${isPullRequest ? 'pull' : 'issues'}/${id}`,
      updated_at: doneAt,
      closed_at: doneAt,
      state_reason: isPullRequest ? null : unsolved ? 'not_planned' : 'completed',
      pull_request: isPullRequest
        ? { url: 'https://api.github.example/pulls/1', merged_at: unsolved ? null : doneAt }
        : undefined,
    })),
]

export const jiraMoment = (moment: string) => moment.replace('Z', '.000+0000')

export function jiraDone(done: TrackerDone[]): Reply {
  const shown = done.map(({ id, title, doneAt, status }) => ({
    id: String(id),
    key: `HIN-${id}`,
    fields: {
      summary: title,
      updated: jiraMoment(doneAt),
      resolutiondate: status ? null : jiraMoment(doneAt),
      status: { name: status ?? '完了', statusCategory: { key: status ? 'indeterminate' : 'done' } },
    },
  }))
  return [200, { issues: shown, isLast: true }]
}
