import { requireProvider } from '#server/config/providers.ts'
import { AppError } from '#server/errors.ts'
import { isSigned } from '#server/providers/slack/signature.ts'
import { hearSocket } from '#server/providers/slack/socket.ts'
import type { Services } from '#server/services.ts'
import { answerSlack } from './answers.ts'

type Sent = { headers: Record<string, string | string[] | undefined>; body: Buffer }

/**
 * Handles an HTTP request of Slack after verifying its signature.
 * @returns the response body; undefined if it is empty
 * @throws AppError provider_not_set_up, not_signed_in
 */
export async function answerSigned(services: Services, { headers, body }: Sent): Promise<object | undefined> {
  const { signingSecret } = requireProvider(services, 'slack')
  if (!signingSecret) throw new AppError('provider_not_set_up')
  const sent = { at: headers['x-slack-request-timestamp'], signature: headers['x-slack-signature'] }
  if (!isSigned(signingSecret, { ...sent, body }, services.now())) {
    services.logEvent('slack_request_refused')
    throw new AppError('not_signed_in')
  }
  const payload = payloadOf(body.toString(), String(headers['content-type']))
  // Slack verifies a newly entered address with this request.
  if (payload?.['type'] === 'url_verification') return { challenge: payload['challenge'] }
  return answerSlack(services, payload)
}

/**
 * Handles the payloads of one Socket Mode connection until it ends.
 * @throws ProviderFailure if no connection can be opened; AppError provider_not_set_up
 */
export async function hearSlack(
  services: Services,
  until: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  const { apiUrl, appToken } = requireProvider(services, 'slack')
  if (!appToken) throw new AppError('provider_not_set_up')
  await hearSocket({ apiUrl, appToken }, (payload) => answerSlack(services, payload), until)
}

/** Events are JSON; commands are forms, and so are interactions, with JSON in their one field. */
function payloadOf(text: string, type: string): Record<string, unknown> | undefined {
  if (type.startsWith('application/json')) return parsed(text)
  const form = new URLSearchParams(text)
  const payload = form.get('payload')
  return payload === null ? Object.fromEntries(form) : parsed(payload)
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
