import type { DayReport, Sign } from '#contract/reports.ts'
import type { JsonText } from '#server/db/database.ts'

const signsKey = ',"reactions":'
const readersKey = ',"readers":'
const noReaders = `${readersKey}null`

/**
 * A day as the database writes it, with what is quicker done here: each report's signs counted, the most used first, and others'
 * readers left out. Within a text a quote has a backslash before it, so that only keys are met.
 */
export function unfolded(day: string): JsonText {
  let text = ''
  let done = 0
  for (let key = day.indexOf(signsKey); key >= 0; key = day.indexOf(signsKey, done)) {
    const readers = day.indexOf(readersKey, key)
    const given = JSON.parse(day.slice(key + signsKey.length, readers)) as string | null
    text += day.slice(done, key) + signsKey + JSON.stringify(given ? counted(given) : [])
    done = day.startsWith(noReaders, readers) ? readers + noReaders.length : readers
  }
  return (text + day.slice(done)) as JsonText
}

/** @param given `nice thanks* nice`, in the order in which they were; one's own has a `*` */
function counted(given: string): DayReport['reactions'] {
  const signs = new Map<string, DayReport['reactions'][number]>()
  for (const one of given.split(' ')) {
    const mine = one.endsWith('*')
    const sign = (mine ? one.slice(0, -1) : one) as Sign
    const known = signs.get(sign)
    if (known) {
      known.count++
      known.mine ||= mine
    } else signs.set(sign, { sign, count: 1, mine })
  }
  return [...signs.values()].toSorted((one, other) => other.count - one.count)
}
