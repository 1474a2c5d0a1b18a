import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** With the folders above it. Node's own recursive call never ends where none can be made, as below /proc. */
export function makeFolder(folder: string, mode: number) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another start may have been first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
