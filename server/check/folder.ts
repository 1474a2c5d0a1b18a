import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '#server/config/environment.ts'
import { requireOwnFolder } from '#server/config/own-folder.ts'
import { type Check, type Finding, off, ok, wrong } from './check.ts'

const fullest = 0.9 // the used share of a disk
const least = 1_000_000_000 // free bytes

export const dataFolderCheck: Check = {
  about: 'Data folder',
  look: async ({ settings: { dataDir, databaseUrl } }) => {
    if (databaseUrl) return [off('Not used, because DATABASE_URL is set.')]
    const foreign = foreignFolder(dataDir)
    if (foreign) return [wrong(foreign)]
    const refusal = await writeRefusal(dataDir)
    if (refusal)
      return [wrong(`DATA_DIR ${dataDir} is not writable: ${refusal}. Make the account that runs Asakai its owner.`)]
    return [ok(`${dataDir} is writable.`), freeSpaceFinding(await statfs(nearestExisting(dataDir)), 'DATA_DIR')]
  },
}

/** Returns why the folder is not Asakai's, or undefined if it is. */
function foreignFolder(folder: string): string | undefined {
  try {
    requireOwnFolder(folder)
    return undefined
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

/** Returns why we cannot write to the folder. If the folder does not exist yet, tests its nearest existing parent. */
export async function writeRefusal(folder: string): Promise<string | undefined> {
  const there = nearestExisting(folder)
  const probe = join(there, `.asakai-check-${randomUUID()}`)
  try {
    await writeFile(probe, '', { flag: 'wx' })
    await rm(probe)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

export const nearestExisting = (folder: string): string =>
  existsSync(folder) ? folder : nearestExisting(dirname(folder))

type Disk = { bsize: number; blocks: number; bfree: number; bavail: number }

/** Reports the free space as `df` does: blocks reserved for root are not free. */
export function freeSpaceFinding({ bsize, blocks, bfree, bavail }: Disk, what: string): Finding {
  const [free, used] = [bsize * bavail, bsize * (blocks - bfree)]
  const share = used + free === 0 ? 0 : used / (used + free)
  const says = `${(free / 1_000_000_000).toFixed(1)} GB are free on the disk of ${what}, ${Math.round(share * 100)} % are taken`
  return share > fullest || free < least ? wrong(`${says}. Free some space.`) : ok(`${says}.`)
}
