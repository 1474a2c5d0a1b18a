import { existsSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const memory = '/dev/shm' // Linux's folder that is on no disk
const enough = 2_000_000_000 // bytes, where three processes fill some 500 MB

/** Where tests make databases. One is six hundred files, and ext4 looks the longer for where to make them the more have just been deleted: a third of a second for each database. */
export const quickPlace = async (): Promise<string> => ((await isQuick()) ? memory : tmpdir())

/** Whether memory has room for what tests make, and runs programs, as a container's does not. */
async function isQuick(): Promise<boolean> {
  if (process.platform !== 'linux' || !existsSync(memory)) return false
  const { bavail, bsize } = await statfs(memory)
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '))
  const options = mounts.find(([, folder]) => folder === memory)?.[3]?.split(',') ?? ['noexec']
  return bavail * bsize > enough && !options.includes('noexec')
}
