import { existsSync, readFileSync } from 'node:fs'

const folder = new URL('../../../shared/bad-input/', import.meta.url)

/** Collections of hostile input lie beside the project; a clone without them skips what needs them, and says so. */
export const hasBadInput = existsSync(folder)
export const skipped = hasBadInput ? '' : ' (skipped: ../shared/bad-input is not there)'

export const badInput = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
