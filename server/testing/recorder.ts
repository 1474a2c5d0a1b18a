import { text } from 'node:stream/consumers'
import { afterwards } from './afterwards.ts'
import { answerWith, type Fault } from './fault.ts'
import { listen } from './listen.ts'

type Heard = { path: string; query: Record<string, string>; body: Record<string, unknown> }

/** Starts a service that records requests, and answers as the test sets. Stops after the test file. */
export async function recorder() {
  const heard: Heard[] = []
  let answer: Fault = { body: {} }
  const { url, close } = await listen((request, response) => {
    void (async () => {
      const url = new URL(request.url!, 'http://localhost')
      const body = JSON.parse((await text(request)) || '{}') as Record<string, unknown>
      heard.push({ path: url.pathname, query: Object.fromEntries(url.searchParams), body })
      answerWith(response, answer)
    })()
  })
  afterwards(close)
  return {
    url,
    heard,
    setAnswer: (fault: Fault) => {
      answer = fault
    },
  }
}
