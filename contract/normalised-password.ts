import { normalized } from './normalized.ts'

/**
 * Returns the form in which passwords are hashed and compared, and in which the minimum length is checked (E1.05; NIST
 * SP 800-63B). Must be called after checking the maximum length.
 */
export const normalisedPassword = (password: string): string => normalized(password, 'NFKC')

export const isSamePassword = (one: string, other: string): boolean =>
  normalisedPassword(one) === normalisedPassword(other)
