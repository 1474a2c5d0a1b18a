import { readServer } from '#server/db/schema/state.ts'
import { call } from '#server/providers/call.ts'
import { type Check, type Finding, off, ok, wrong } from './check.ts'
import { urlsToCheck } from './providers.ts'

const apart = 5_000 // milliseconds that two clocks may differ, besides the duration of the request
const roundTrip = 1_000 // milliseconds; the `Date` header has whole seconds

export const clockCheck: Check = {
  about: 'Clock',
  look: async ({ settings: { providers, publicUrl }, database, now }) => {
    const reached = await database.catch(() => undefined)
    const [place, ...others] = urlsToCheck(providers, publicUrl).filter(({ url }) => url)
    // An ID token of the company's own provider is refused if the clocks differ.
    const own = others.find(({ variable }) => variable === 'OIDC_ISSUER')
    const findings = [
      reached && (await compare('the database', now, async () => (await readServer(reached)).now)),
      place && (await compare(place.name, now, () => dateAt(place.name, place.url!))),
      own && (await compare(own.name, now, () => dateAt(own.name, own.url!))),
    ].filter((finding) => finding !== undefined)
    return findings.length > 0 ? findings : [off('Nothing to compare this clock with.')]
  },
}

async function compare(
  whose: string,
  now: () => Date,
  ask: () => Promise<Date | undefined>,
): Promise<Finding | undefined> {
  const before = now().getTime()
  const theirs = await ask().catch(() => undefined)
  const after = now().getTime()
  return theirs && clockFinding(whose, { before, after, theirs: theirs.getTime() })
}

/**
 * Compares our clock with another one.
 * @param times in milliseconds: our clock before the request, the other clock, and our clock after the request
 */
export function clockFinding(whose: string, { before, after, theirs }: Record<'before' | 'after' | 'theirs', number>) {
  const off = theirs < before - roundTrip ? before - theirs : Math.max(0, theirs - after)
  return off > apart
    ? wrong(`This machine and ${whose} are ${Math.round(off / 1_000)} seconds apart. Synchronize both clocks by NTP.`)
    : ok(`Agrees with ${whose}.`)
}

/** Returns the time at a provider. Ignores a response from a proxy's cache: its time is old. */
async function dateAt(name: string, url: URL): Promise<Date | undefined> {
  const { headers } = await call(name, url, { guarded: false, headers: { 'cache-control': 'no-cache' } })
  return headers.date && !headers.age ? new Date(headers.date) : undefined
}
