/**
 * Removes every `PG…` variable from the environment of this process (E6.02). node-postgres, its password files and the
 * job queue would take ports, TLS and options of another PostgreSQL from them. The embedded database sets everything
 * that it needs itself.
 */
export function forgetPgVariables(): void {
  for (const name of Object.keys(process.env)) if (/^PG/iu.test(name)) delete process.env[name]
}
