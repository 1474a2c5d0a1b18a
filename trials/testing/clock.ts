import { existsSync, globSync } from 'node:fs'

/**
 * Returns the environment for programs with a shifted clock. Their timers run normally.
 * @param ahead seconds; negative to shift back
 * @throws if faketime is missing
 */
export function clockAhead(ahead: number): Record<string, string> {
  const library = globSync('/usr/lib/*/faketime/libfaketime.so.1').find((file) => existsSync(file))
  if (!library) throw new Error("This trial needs faketime: install Debian's package faketime.")
  const offset = `${ahead < 0 ? '-' : '+'}${Math.abs(Math.round(ahead))}s`
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
