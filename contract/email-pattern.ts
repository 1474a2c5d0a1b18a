/**
 * Matches an email at the login: something@something.something without white space (S5.04). Looser than `emailPattern`,
 * so that older accounts with unusual addresses can still sign in. Must stay linear, because visitors choose the input.
 * In a separate file, so that the login page loads no schema library.
 */
export const loginPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/u

/**
 * Matches a new address (S5.04, E6.01). Unlike `loginPattern` it refuses other spellings of one mailbox:
 *
 * - comments, quotes, brackets and invisible characters, which mail software drops
 * - `%` and `!`, which route to another domain
 * - a domain with an empty label or a trailing dot
 *
 * Must stay linear, because visitors choose the input.
 */
export const emailPattern =
  /^[^\s@<>()[\]\\,;:"%!\p{Cc}\p{Cf}\p{DI}]+@(?:[^\s@<>()[\]\\,;:"%!\p{Cc}\p{Cf}\p{DI}.]+\.)+[^\s@<>()[\]\\,;:"%!\p{Cc}\p{Cf}\p{DI}.]+$/u
