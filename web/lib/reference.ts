/** The id under which the server's log tells of a failure, where the answer had one: what is the server's fault (`web/api/errors.ts`). */
export const referenceOf = (error: unknown) => (error as { reference?: string } | null | undefined)?.reference
