import type { Evaluate } from '../e2e/input-methods.ts'

type Found = Record<string, string>

/** The key of an element id in the protocol (W3C WebDriver, section 12). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const timeoutMs = 15_000

/** A browser driven by the W3C WebDriver protocol, with the few commands that the tests use. */
export type Session = Awaited<ReturnType<typeof openSession>>

/**
 * @param driver the URL of a WebDriver
 * @param capabilities the capabilities to request from the browser
 */
export async function openSession(driver: string, capabilities: object) {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${driver}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`)
    return value
  }
  const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch: capabilities } })) as {
    sessionId: string
  }
  const session = `/session/${sessionId}`
  const find = async (xpath: string) => {
    const found = (await call('POST', `${session}/elements`, { using: 'xpath', value: xpath })) as Found[]
    for (const element of found) {
      const id = element[elementKey]!
      if (await call('GET', `${session}/element/${id}/displayed`)) return id
    }
  }
  /** Repeats `work` while it fails or finds nothing, because the page may still be rendering. */
  const patiently = async <Result>(what: string, work: () => Promise<Result | undefined>): Promise<Result> => {
    const until = Date.now() + timeoutMs
    let failure: unknown
    while (Date.now() < until) {
      try {
        const result = await work()
        if (result !== undefined) return result
      } catch (error) {
        failure = error
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`Waited ${timeoutMs} ms for ${what}`, { cause: failure })
  }
  return {
    goTo: (address: string) => call('POST', `${session}/url`, { url: address }),
    /**
     * Waits until the element is visible.
     * @returns the id of the element
     */
    wait: (xpath: string) => patiently(xpath, () => find(xpath)),
    click: (xpath: string) =>
      patiently(`a press on ${xpath}`, async () => {
        const id = await find(xpath)
        if (id === undefined) return
        await call('POST', `${session}/element/${id}/click`, {})
        return true
      }),
    /** Types text as keystrokes into the element. */
    type: async (xpath: string, text: string) => {
      const id = await patiently(xpath, () => find(xpath))
      await call('POST', `${session}/element/${id}/value`, { text })
    },
    evaluate: (async (work, argument) =>
      await call('POST', `${session}/execute/async`, {
        script: `const done = arguments[1]; Promise.resolve((${work.toString()})(arguments[0])).then((result) => done({ result }), (error) => done({ error: String(error) }))`,
        args: [argument ?? null],
      }).then((value) => {
        const { result, error } = value as { result?: unknown; error?: string }
        if (error !== undefined) throw new Error(error)
        return result
      })) as Evaluate,
    close: () => call('DELETE', session),
  }
}
