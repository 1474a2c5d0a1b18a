import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type * as z from 'zod/mini'
import { nearest } from './nearest.ts'
import { type Variable, variables } from './variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A wrong setting. The message is one line that names the variable. */
export class ConfigError extends Error {}

/** A raw value. `named`: its variable and file, for messages. */
type Given = { value: string; named: string }

/**
 * Reads single variables from the environment, or else from the file of `ASAKAI_CONFIG`. In both, `NAME_FILE` names a
 * file with the value. An empty value counts as unset.
 * @throws ConfigError if the file is invalid, or the environment has a misspelled setting
 */
export function readerOf(environment: Environment) {
  refuseMisspelt(environment)
  const file = environment['ASAKAI_CONFIG']?.trim()
  const places = [{ values: environment, where: '' }]
  if (file) places.push({ values: readConfigFile(file), where: ` in ${file}` })

  const find = (name: Variable): Given | undefined => {
    for (const { values, where } of places) {
      const [value, path] = [values[name], values[`${name}_FILE`]?.trim()]
      const named = name + where
      if (value?.trim() && path)
        throw new ConfigError(`${named} is set twice: also by ${name}_FILE. Remove one of the two.`)
      if (value?.trim()) return { value, named }
      if (path) return { value: valueIn(`${name}_FILE${where}`, path), named: `${name} in ${path}` }
    }
    return undefined
  }
  return {
    /** Returns the parsed value of a variable. @throws ConfigError if it does not match the schema */
    read: <T, Default>(name: Variable, schema: z.ZodMiniType<T>, otherwise: Default, expected: string): T | Default => {
      const given = find(name)
      if (!given) return otherwise
      const parsed = schema.safeParse(given.value.trim())
      if (!parsed.success) throw new ConfigError(`${given.named} must be ${expected}.`)
      return parsed.data
    },
    text: (name: Variable, otherwise: string): string => find(name)?.value.trim() ?? otherwise,
    /** Returns the value with its leading and trailing spaces. */
    exact: (name: Variable): string | undefined => find(name)?.value,
  }
}
export type Reader = ReturnType<typeof readerOf>

const known = variables.flatMap((name) => [name, `${name}_FILE`])

const longKnown = ['ASAKAI_CONFIG', ...known].filter(({ length }) => length >= 8)

/**
 * Refuses names that differ from a setting by one or two letters. The environment also has variables of other programs,
 * so other unknown names are ignored.
 * @throws ConfigError
 */
function refuseMisspelt(environment: Environment): void {
  for (const [name, value] of Object.entries(environment)) {
    if (!value?.trim() || name === 'ASAKAI_CONFIG' || known.includes(name)) continue
    const meant = nearest(name, longKnown, 2)
    if (meant) throw new ConfigError(`Unknown setting ${name} in the environment. Did you mean ${meant}?`)
  }
}

/** One `NAME=value`; a quoted value may span several lines. */
const assignment = /^[^=\r\n\u2028\u2029#]+=[ \t]*(?![ \t])(?<value>"[^"]*"|'[^']*'|`[^`]*`|).*$/gmu
/**
 * Matches a `#` within an unquoted value: `parseEnv` would take the rest of the line for a comment, but systemd would
 * not.
 */
const cut = /^[^=\n#]+=[^#\n]*[^\s#]#/u

/**
 * Reads the file of `ASAKAI_CONFIG`: lines of `NAME=value`, like systemd's `EnvironmentFile`. Messages never contain a
 * value.
 * @throws ConfigError if the file is unreadable or contains an unknown setting
 */
function readConfigFile(file: string): Environment {
  const content = contentOf('ASAKAI_CONFIG', file)
  const rest = content.replaceAll(assignment, (line: string, value: string) => {
    if (value === '' && cut.test(line))
      throw new ConfigError(`${line.split('=')[0]!.trim()} in ${file} contains a #. Put its value in quotes.`)
    return line.replaceAll(/[^\n]/gu, '')
  })
  const stray = rest.split('\n').findIndex((line) => /^\s*[^\s#]/u.test(line)) + 1
  if (stray) throw new ConfigError(`Line ${stray} of ${file} must be NAME=value or a comment that begins with #.`)
  const values = parseEnv(content)
  for (const name of Object.keys(values))
    if (!known.includes(name))
      throw new ConfigError(
        `${name} in ${file} is not a setting of Asakai. The most similar one is ${nearest(name, known)}.`,
      )
  return values
}

/** @throws ConfigError with the variable and the path */
function contentOf(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`${variable} names ${path}, but this file cannot be read: ${(error as Error).message}`)
  }
}

/**
 * Returns the value in a file. Refuses an empty file, because its secret has probably been lost.
 * @throws ConfigError
 */
function valueIn(variable: string, path: string): string {
  const value = contentOf(variable, path).replace(/\r?\n$/u, '')
  if (!value.trim()) throw new ConfigError(`${variable} names ${path}, but this file is empty.`)
  return value
}
