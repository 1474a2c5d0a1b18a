import type * as z from 'zod/mini'

export type Environment = Readonly<Record<string, string | undefined>>

/** A wrong value; the message is one line that names the variable. */
export class ConfigError extends Error {}

/** Reads single variables; an empty one counts as unset. */
export function readerOf(environment: Environment) {
  return {
    /** The variable's value as the schema has it. @throws ConfigError where it is something else */
    read: <T, Default>(name: string, schema: z.ZodMiniType<T>, otherwise: Default, expected: string): T | Default => {
      const value = environment[name]?.trim()
      if (!value) return otherwise
      const parsed = schema.safeParse(value)
      if (!parsed.success) throw new ConfigError(`${name} must be ${expected}; it is "${hide(name, value)}".`)
      return parsed.data
    },
    text: (name: string, otherwise: string): string => environment[name]?.trim() || otherwise,
  }
}
export type Reader = ReturnType<typeof readerOf>

/** What must not stand in a message or a log. */
const hide = (name: string, value: string) => (/URL|KEY|SECRET|TOKEN/u.test(name) ? '…' : value)
