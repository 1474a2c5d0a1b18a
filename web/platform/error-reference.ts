/**
 * Returns the id of the failure in the server's log. Only server errors have one (`web/api/errors.ts`).
 */
export const referenceOf = (error: unknown) => (error as { reference?: string } | null | undefined)?.reference

/** Returns the server's sentence for a rejected request, such as a 400 (`ApiError`). */
export function refusalSentence(error: unknown): string | undefined {
  const { status = 0, sentence } = (error ?? {}) as { status?: number; sentence?: string }
  return status >= 400 && status < 500 ? sentence : undefined
}

/** Returns whether the browser got no response: no network, a closed connection, or a timeout. */
export const isUnanswered = (error: unknown) =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
