import webPush from 'web-push'
import { ProviderFailure } from '#server/errors.ts'
import { call } from '../call.ts'

/** A browser's push subscription (RFC 8030, RFC 8291). The keys are base64url. */
export type Subscription = { endpoint: string; p256dh: string; auth: string }
/** The deployment's VAPID key pair (RFC 8292), base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys()

/** The name in failures and logs. */
const pushName = 'Web Push'

/**
 * Sends a message, encrypted for the device. A repeated message replaces the first one: at the push service by the
 * topic, on the device by the tag from the service worker.
 * @param message.topic replaces a waiting message with the same topic
 * @param message.life seconds until the push service drops the message
 * @param of.subject the sender's contact for the push service: https or mailto
 * @param of.allowed internal origins that are allowed, besides all public ones
 * @throws ProviderFailure not_found if the subscription has ended
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
    reasonFor: ({ status }) => (status === 404 || status === 410 ? 'not_found' : undefined),
  })
}

/** Invalid keys cannot belong to a device, so the subscription is treated as ended. */
function encrypted(...given: Parameters<typeof webPush.generateRequestDetails>) {
  try {
    return webPush.generateRequestDetails(...given)
  } catch (error) {
    throw new ProviderFailure(pushName, 'not_found', { cause: error })
  }
}
