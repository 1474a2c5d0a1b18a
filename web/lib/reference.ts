/** The id under which the server's log tells of a failure, where the answer had one: what is the server's fault (`web/api/errors.ts`). */
export const referenceOf = (error: unknown) => (error as { reference?: string } | null | undefined)?.reference

/** Returns the sentence that the server gave for a refused request, such as a 400 (`ApiError`). */
export function refusalSentence(error: unknown): string | undefined {
  const { status = 0, sentence } = (error ?? {}) as { status?: number; sentence?: string }
  return status >= 400 && status < 500 ? sentence : undefined
}
