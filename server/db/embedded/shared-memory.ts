import { accessSync, constants, statSync } from 'node:fs'
import type { Account } from './account.ts'

const folder = '/dev/shm'

/** Returns how PostgreSQL's processes share memory: in files of the data folder if /dev/shm is missing or closed to them. */
export function sharedMemory(account: Account | undefined): 'posix' | 'mmap' {
  if (process.platform !== 'linux') return 'posix'
  try {
    accessSync(folder, constants.W_OK)
    const isOpen = account === undefined || (statSync(folder).mode & 0o002) !== 0
    return isOpen ? 'posix' : 'mmap'
  } catch {
    return 'mmap'
  }
}
