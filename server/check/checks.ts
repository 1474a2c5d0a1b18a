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

/** In the order in which an operator reads them. */
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
