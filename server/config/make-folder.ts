import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Creates a folder and its parents. Node's recursive `mkdir` hangs if no folder can be created, as below /proc. */
export function makeFolder(folder: string, mode: number) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have created the folder first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
