/**
 * Removes every `PG…` variable from the environment of this process (E6.02). Otherwise node-postgres and the job queue
 * would use the port, TLS settings, password file and options of another PostgreSQL. The embedded database sets
 * everything that it needs itself.
 */
export function forgetPgVariables(): void {
  for (const name of Object.keys(process.env)) if (/^PG/iu.test(name)) delete process.env[name]
}
