import type { PushSubscription } from '#contract/notifications.ts'

type Obstacle = 'insecure' | 'install' | 'unsupported' | 'denied'

/**
 * Whether this is a phone or tablet of Apple, which shows push messages only for apps on the home screen. An iPad
 * identifies itself as a Mac, but with a touch screen.
 */
const isApplePhone =
  /iPhone|iPad/u.test(navigator.userAgent) || (/Macintosh/u.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export function pushObstacle(): Obstacle | undefined {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApplePhone ? 'install' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/**
 * Asks for the permission if it is undecided, and subscribes.
 * @param publicKey the key of this deployment; an earlier subscription is replaced, because its key may differ
 * @returns undefined if the permission was denied
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
