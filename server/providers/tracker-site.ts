/** Where a member's tracker is. */
export type Site = {
  origin: string
  /** With its port, where the operator allowed one. */
  host: string
  /** Whether nobody but the member chose it (call.ts). */
  guarded: boolean
}

/** One part of a host's name; nothing but ASCII, so that no letter turns into another on the way. */
const label = /^[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?$/u
/** A host, also as it stands in an address bar: with its scheme before it and a path behind. */
const pasted = /^(?:([Hh][Tt]{2}[Pp][Ss]?):\/\/)?([A-Za-z\d.:[\]-]+)(?:\/.*)?$/u

/**
 * The places that a member can mean by a space or a domain; none where it cannot be one.
 * @param provider.suffixes where its spaces lie; a whole host ends in one of these
 * @param provider.tried the suffixes that a bare label is tried with, in order
 * @param allowed origins that the operator lets members name besides (TRACKER_ORIGINS)
 */
export function trackerSites(
  typed: string,
  { suffixes, tried }: { suffixes: readonly string[]; tried: readonly string[] },
  allowed: readonly string[],
): Site[] {
  const [, scheme, host = ''] = pasted.exec(typed.trim()) ?? []
  const permitted = allowed.filter((origin) => isNamed(new URL(origin), scheme, host))
  if (permitted.length > 0) return permitted.map((origin) => siteAt(origin, false))
  const suffix = suffixes.find((known) => host.toLowerCase().endsWith(known))
  const name = suffix ? host.slice(0, -suffix.length) : host
  if (!label.test(name)) return []
  return (suffix ? [suffix] : tried).map((end) => siteAt(`https://${name}${end}`, true))
}

const isNamed = ({ protocol, host }: URL, scheme: string | undefined, named: string) =>
  host === named.toLowerCase() && (scheme === undefined || protocol === `${scheme.toLowerCase()}:`)

function siteAt(address: string, guarded: boolean): Site {
  const { origin, host } = new URL(address)
  return { origin, host, guarded }
}
