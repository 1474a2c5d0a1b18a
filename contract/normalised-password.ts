import { normalized } from './normalized.ts'

/**
 * Returns the form in which passwords are measured, hashed and compared (E1.05; NIST SP 800-63B). Must be called after
 * checking the length.
 */
export const normalisedPassword = (password: string): string => normalized(password, 'NFKC')

export const isSamePassword = (one: string, other: string): boolean =>
  normalisedPassword(one) === normalisedPassword(other)
