export type Site = {
  origin: string
  /** Includes the port, if the operator has allowed one. */
  host: string
  /** Whether the member chose the address without the operator (call.ts). */
  guarded: boolean
}

/** One label of a hostname. ASCII only, so that case folding cannot change it to another label. */
const label = /^[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?$/u
/** A host, optionally pasted from an address bar with scheme and path. */
const pasted = /^(?:([Hh][Tt]{2}[Pp][Ss]?):\/\/)?([A-Za-z\d.:[\]-]+)(?:\/.*)?$/u

/**
 * Returns the sites that a member's input can mean, or an empty list if the input is invalid.
 * @param provider.suffixes the domains of the provider's sites; a full host must end in one of them
 * @param provider.tried the suffixes to try for a bare label, in order
 * @param allowed further origins that the operator allows (TRACKER_ORIGINS)
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
