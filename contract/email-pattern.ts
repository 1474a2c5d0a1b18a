/**
 * Matches the address of an account as people type it at the login: something@something.something without white space (S5.04).
 * Looser than `emailPattern`, so that accounts with an older, odd address can still log in.
 * Must stay linear: a visitor chooses the input. In its own file, so that the login page loads no schema library.
 */
export const loginPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/u

/**
 * Matches a new address (S5.04, E6.01). Unlike `loginPattern` it refuses other spellings of one mailbox:
 *
 * - comments, quotes, brackets and invisible characters, which mail software drops
 * - `%` and `!`, which route to another domain
 * - a domain with an empty part or a dot at its end
 *
 * Must stay linear: a visitor chooses the input.
 */
export const emailPattern =
  /^[^\s@<>()[\]\\,;:"%!\p{Cc}\p{Cf}\p{DI}]+@(?:[^\s@<>()[\]\\,;:"%!\p{Cc}\p{Cf}\p{DI}.]+\.)+[^\s@<>()[\]\\,;:"%!\p{Cc}\p{Cf}\p{DI}.]+$/u
