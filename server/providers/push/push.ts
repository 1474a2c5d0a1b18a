import webPush from 'web-push'
import { ProviderFailure } from '#server/errors.ts'
import { call } from '../call.ts'

/** What a browser gives for its push service to reach it (RFC 8030, RFC 8291); the keys are base64url. */
export type Subscription = { endpoint: string; p256dh: string; auth: string }
/** The deployment's key pair (RFC 8292), base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys()

/** In failures and logs. */
const pushName = 'Web Push'

/**
 * One message, encrypted for the device alone. Sent again it takes the place of the first, at the service by its topic, on the
 * device by the tag that the service worker gives it.
 * @param message.topic one that waits under it at the service is replaced
 * @param message.life seconds after which it is dropped there
 * @param of.subject where the service finds who sends: https or mailto
 * @param of.allowed origins that may be inside, besides all that are public
 * @throws ProviderFailure absent: the device is gone for good
 */
export async function sendPush(
  { endpoint, p256dh, auth }: Subscription,
  { payload, topic, life }: { payload: unknown; topic: string; life: number },
  { keys, subject, allowed }: { keys: PushKeys; subject: string; allowed: readonly string[] },
): Promise<void> {
  const details = encrypted({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
    vapidDetails: { subject, ...keys },
    contentEncoding: 'aes128gcm',
    TTL: life,
    topic,
    timeout: 0,
  })
  await call(pushName, new URL(endpoint), {
    method: 'POST',
    headers: details.headers,
    body: details.body,
    guarded: !allowed.includes(new URL(endpoint).origin),
    reasonFor: ({ status }) => (status === 404 || status === 410 ? 'absent' : undefined),
  })
}

/** Keys that are none are of no device. */
function encrypted(...given: Parameters<typeof webPush.generateRequestDetails>) {
  try {
    return webPush.generateRequestDetails(...given)
  } catch (error) {
    throw new ProviderFailure(pushName, 'absent', { cause: error })
  }
}
