import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `onEnded` with the jobs that were running when `jobs` was last fetched, and have ended since. */
export function useFinishedJobs<Job extends { id: string; state: string }>(
  jobs: readonly Job[] | undefined,
  onEnded: (ended: readonly Job[]) => void,
) {
  const goingOn = useRef(new Set<string>())
  const onEndedEvent = useEffectEvent(onEnded)
  useEffect(() => {
    if (!jobs) return
    const ended = jobs.filter(({ id, state }) => state !== 'going_on' && goingOn.current.has(id))
    goingOn.current = new Set(jobs.filter(({ state }) => state === 'going_on').map(({ id }) => id))
    if (ended.length > 0) onEndedEvent(ended)
  }, [jobs])
}
