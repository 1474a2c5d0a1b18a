import { readFileSync } from 'node:fs'

/** A file of `fixtures/`, whose README says where each one comes from. */
export const fixture = (path: string): URL => new URL(`../../fixtures/${path}`, import.meta.url)

/** A published collection of hostile input. */
export const hostileInput = (name: string): string => readFileSync(fixture(`hostile-input/${name}`), 'utf8')

/** 500 strings that are known to break programs, with NUL and unpaired surrogates among them. */
export const naughtyStrings = () => JSON.parse(hostileInput('naughty-strings.json')) as string[]
