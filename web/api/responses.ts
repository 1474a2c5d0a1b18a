import type { Problem } from '#contract/problem.ts'
import type { Tokens } from '#contract/sessions.ts'
import { serverNow } from './clock.ts'
import { ApiError, isGateway } from './errors.ts'

/** Returns the JSON of a response. Returns an empty object for 201, 204 and responses that are not JSON (S8.04). */
export async function readResponse<T>(response: Response): Promise<T> {
  if (!response.ok) throw await errorOfResponse(response)
  if (response.status === 201 || response.status === 204 || !isJson(response)) return {} as T
  return response.json() as Promise<T>
}

export const isJson = (response: Response) =>
  response.headers.get('content-type')?.includes('application/json') ?? false

export async function errorOfResponse(response: Response): Promise<ApiError> {
  const text = await response.text()
  return new ApiError(response.status, text, problemIn(text), retryAfterMs(response.headers.get('retry-after')))
}

/** Reads `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - serverNow()
  return ms > 0 ? ms : undefined
}

function problemIn(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) as Partial<Problem>
  } catch {
    return {}
  }
}

/**
 * Returns the new tokens. Only a rejection by our own server ends the session. After any other response the client
 * retries the refresh (E1.04).
 * @returns the server's error if it rejected the refresh
 */
export async function tokensIn(response: Response): Promise<Tokens | ApiError> {
  if (!response.ok) {
    const error = await errorOfResponse(response)
    if (!error.code && !isGateway(error.status)) throw new TypeError('A proxy refused the refresh', { cause: error })
    if (error.status === 400 || error.status === 401) return error
    throw error
  }
  const tokens = await readResponse<Partial<Tokens>>(response).catch((cause: unknown) => {
    throw new TypeError('The answer to the refresh broke off', { cause })
  })
  if (!tokens.access_token) throw new TypeError('The answer to the refresh has no token')
  return tokens as Tokens
}
