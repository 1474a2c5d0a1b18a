import type { PushSubscription } from '#contract/notifications.ts'

/** Why this browser can show no reminders, where it cannot. */
type Obstacle = 'insecure' | 'install' | 'unsupported' | 'denied'

/** Browsers of Apple's phones have push messages for what stands on the home screen alone. An iPad calls itself a Mac. */
const isApplePhone =
  /iPhone|iPad/u.test(navigator.userAgent) || (/Macintosh/u.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export function obstacleHere(): Obstacle | undefined {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApplePhone ? 'install' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/**
 * Asks for the permission, where nobody has decided yet, and subscribes.
 * @param publicKey of the deployment; an earlier subscription may be for another
 * @returns undefined where the permission was not given
 */
export async function subscribeHere(publicKey: string): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const { pushManager } = await navigator.serviceWorker.ready
  const earlier = await pushManager.getSubscription()
  await earlier?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = made.toJSON()
  return { endpoint: endpoint!, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! } }
}

export async function unsubscribeHere(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  await subscription?.unsubscribe()
}
