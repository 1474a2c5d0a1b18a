declare module 'pg/lib/utils.js' {
  /** A value as PostgreSQL reads it. @throws of an object that holds itself */
  export function prepareValue(value: unknown): string | Buffer | null
}
