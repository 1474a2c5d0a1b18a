import { existsSync, globSync } from 'node:fs'

/**
 * The environment of programs whose clock tells another time. Their timers run as ever.
 * @param ahead seconds; negative ones are behind
 * @throws where faketime is missing
 */
export function clockAhead(ahead: number): Record<string, string> {
  const library = globSync('/usr/lib/*/faketime/libfaketime.so.1').find((file) => existsSync(file))
  if (!library) throw new Error("This trial needs faketime: install Debian's package faketime.")
  const offset = `${ahead < 0 ? '-' : '+'}${Math.abs(Math.round(ahead))}s`
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
