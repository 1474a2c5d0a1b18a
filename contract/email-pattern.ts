/**
 * something@something.something without white space (S5.04); linear in the length of its input.
 * In a file of its own, so that the sign-in page loads no schema library for it.
 */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u
