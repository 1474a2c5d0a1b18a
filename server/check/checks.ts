import { addressCheck } from './address.ts'
import { backupsCheck } from './backups.ts'
import type { Check } from './check.ts'
import { clockCheck } from './clock.ts'
import { databaseCheck, migrationsCheck, roleCheck } from './database.ts'
import { dataFolderCheck } from './folder.ts'
import { keyCheck } from './key.ts'
import { mailCheck } from './mail.ts'
import { providersCheck } from './providers.ts'
import { pushCheck } from './push.ts'
import { tracesCheck } from './traces.ts'

/** All checks, in the order in which they are printed. */
export const checks: readonly Check[] = [
  databaseCheck,
  roleCheck,
  migrationsCheck,
  keyCheck,
  dataFolderCheck,
  mailCheck,
  providersCheck,
  addressCheck,
  clockCheck,
  pushCheck,
  tracesCheck,
  backupsCheck,
]
