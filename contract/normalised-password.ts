import { normalized } from './normalized.ts'

/** Returns the form in which passwords are measured, hashed and compared (E1.05; NIST SP 800-63B). Check the length first. */
export const normalisedPassword = (password: string): string => normalized(password, 'NFKC')

export const isSamePassword = (one: string, other: string): boolean =>
  normalisedPassword(one) === normalisedPassword(other)
