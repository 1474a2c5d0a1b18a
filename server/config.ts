/** What the environment says, parsed once (decisions, Environment). The only reader of `process.env` is `readConfig`. */
export interface Config {
  port: number
  host: string
  /** Without a trailing slash; links in mails start with it. */
  publicUrl: string
  dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** At least 32 bytes; every key is derived from it by HKDF. */
  secretKey: Buffer
  signUp: 'join' | 'new-team' | 'closed'
  /** Lower case; empty: every domain. */
  signUpDomains: string[]
  /** IANA name; the zone of a new team. */
  timeZone: string
  /** Absent: no mail is sent. */
  mail: { url: string; from: string } | undefined
  trustProxy: boolean | string
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}
