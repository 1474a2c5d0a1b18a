import * as z from 'zod/mini'

/** A number in digits. `Number` alone would also read `0x1F` and `1e3`. */
export const decimal = z.pipe(z.string().check(z.regex(/^-?\d+(?:\.\d+)?$/u)), z.coerce.number())
