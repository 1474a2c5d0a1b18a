import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { jwtVerify } from 'jose'
import { afterwards } from './afterwards.ts'
import { answerWith, type Fault } from './fault.ts'
import { listen } from './listen.ts'

type Message = { payload: unknown; topic: string; ttl: string; subject: string | undefined }

/**
 * Starts a push service with devices. They decrypt their messages (RFC 8291) and verify the sender (RFC 8292). If an
 * encryption or a signature is wrong, the test fails.
 */
export async function pushService() {
  const devices = new Map<string, ReturnType<typeof newDevice>>()
  const { url, close } = await listen((request, response) => {
    void (async () => {
      const device = devices.get(request.url!)!
      device.asked += 1
      const body = await buffer(request)
      try {
        const { topic, ttl, authorization, 'content-encoding': encoding } = request.headers
        if (encoding !== 'aes128gcm') throw new Error(`encoded as ${encoding}`)
        const subject = await signedBy(authorization!, device.publicKey, url)
        const message = {
          payload: JSON.parse(device.open(body)) as unknown,
          topic: String(topic),
          ttl: String(ttl),
          subject,
        }
        if (!device.fault) device.received.push(message)
      } catch (error) {
        device.broken.push(error)
      }
      if (device.fault) answerWith(response, device.fault)
      else response.writeHead(201).end()
    })()
  })
  afterwards(close)
  return {
    url,
    /** @param publicKey the deployment's VAPID key */
    subscribe: (publicKey: string) => {
      const path = `/${randomBytes(8).toString('hex')}`
      const device = newDevice(publicKey)
      devices.set(path, device)
      return { device, subscription: { endpoint: `${url}${path}`, keys: device.keys } }
    },
  }
}

function newDevice(publicKey: string) {
  const own = createECDH('prime256v1')
  const p256dh = own.generateKeys()
  const auth = randomBytes(16)
  const open = (body: Buffer) => {
    const salt = body.subarray(0, 16)
    const theirs = body.subarray(21, 21 + body[20]!)
    const sealed = body.subarray(21 + theirs.length)
    if (sealed.length > body.readUInt32BE(16)) throw new Error('longer than the one record of a push message')
    const derive = (secret: Buffer, with_: Buffer, info: string | Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, with_, info, length))
    const shared = derive(
      own.computeSecret(theirs),
      auth,
      Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, theirs]),
      32,
    )
    const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
    const decipher = createDecipheriv('aes-128-gcm', key, derive(shared, salt, 'Content-Encoding: nonce\0', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2)).toString() // the last record ends with 2 and zeros
  }
  return {
    publicKey,
    keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    open,
    asked: 0,
    received: [] as Message[],
    broken: [] as unknown[],
    fault: undefined as Fault | undefined,
  }
}

/** Verifies the VAPID signature. @returns the sender's contact */
async function signedBy(authorization: string, publicKey: string, audience: string): Promise<string | undefined> {
  const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/u.exec(authorization)!
  if (key !== publicKey) throw new Error('signed with another key')
  const point = Buffer.from(publicKey, 'base64url')
  const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const { payload } = await jwtVerify(
    token!,
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', ...coordinates } }),
    { audience, algorithms: ['ES256'] },
  )
  if (payload.exp! - Date.now() / 1_000 > 24 * 60 * 60) throw new Error('signed for longer than a day')
  return payload.sub
}
