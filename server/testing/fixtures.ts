import { readFileSync } from 'node:fs'

/** Returns the URL of a file in `fixtures/`. Its README names each file's source. */
export const fixture = (path: string): URL => new URL(`../../fixtures/${path}`, import.meta.url)

export const hostileInput = (name: string): string => readFileSync(fixture(`hostile-input/${name}`), 'utf8')

/** Returns about 500 strings known to break programs, including NUL and unpaired surrogates. */
export const naughtyStrings = () => JSON.parse(hostileInput('naughty-strings.json')) as string[]
