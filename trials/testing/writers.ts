import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

const password = 'correct horse battery'
const responseTimeoutMs = 10_000 // milliseconds for the response to a report, as in a browser
const page = 100 // records
const pause = 100 // milliseconds before a failed request is repeated
const mostSilence = 120_000 // milliseconds after which a writer counts as stuck
const tokenLife = 10 * 60_000 // milliseconds after which a writer signs in again; a token is valid for fifteen minutes

type Writer = {
  email: string
  id: string
  token: string
  signedInAt: number
  /** The day of the next report, in days since 2000-01-01. */
  next: number
  /** The plan of each acknowledged report, by day. */
  acknowledged: Map<string, string>
  insights: Set<string>
}

/**
 * Starts members of one team. Each writes a report for one day after another from 2000 on, with an insight each time.
 * An insight has no id of its own here: the Idempotency-Key alone identifies a repeat. A request without a response, or
 * with a 503, is repeated with the same key, as a browser does.
 * @param address the current address of the server
 */
export async function openWriters(count: number, address: () => string) {
  const writers: Writer[] = []
  for (let number = 0; number < count; number++) writers.push(await signUp(address(), number))
  /** The numbers of responses that a writer should never get, by their status. */
  const unexpected = new Map<string, number>()
  let unanswered = 0
  let last = 0 // the time of the latest acknowledgement
  let longestSilence = 0 // milliseconds
  let stopping = new AbortController()
  let work: Promise<unknown> = Promise.resolve()

  async function write(writer: Writer, { signal }: AbortController) {
    while (!signal.aborted) {
      const report_date = new Date(Date.UTC(2000, 0, 1 + writer.next)).toISOString().slice(0, 10)
      const today_plan = `day ${writer.next}`
      const report = { report_date, yesterday_work: 'wrote', today_plan, issues: '' }
      if (!(await untilTaken(writer, '/daily-reports', report, signal))) return
      writer.acknowledged.set(report_date, today_plan)
      const note = `${writer.email} ${writer.next}`
      if (!(await untilTaken(writer, '/insights', { type: 'keep', note }, signal))) return
      writer.insights.add(note)
      writer.next++
      hear()
    }
  }

  /** Repeats a write until the server acknowledges it. @returns false if the trial ended before */
  async function untilTaken(writer: Writer, path: string, body: object, signal: AbortSignal): Promise<boolean> {
    const headers = { 'idempotency-key': randomUUID() }
    while (true) {
      const status = await send(writer, path, body, headers)
      if (status === 201) return true
      if (status === undefined || status === 503) unanswered++
      else unexpected.set(`${status}`, (unexpected.get(`${status}`) ?? 0) + 1)
      if (signal.aborted) return false
      await wait(pause)
    }
  }

  /** @returns undefined if there was no response */
  async function send(writer: Writer, path: string, body: object, headers: Record<string, string>) {
    try {
      const signal = AbortSignal.timeout(responseTimeoutMs)
      if (Date.now() - writer.signedInAt > tokenLife)
        Object.assign(writer, await signIn(address(), writer.email, signal))
      const { token } = writer
      return (await call(address(), 'POST', path, { token, body, headers, signal })).status
    } catch {
      return undefined // the trial expects lost connections
    }
  }

  function hear() {
    const now = performance.now()
    longestSilence = Math.max(longestSilence, now - last)
    last = now
  }

  return {
    start() {
      stopping = new AbortController()
      last = performance.now()
      work = Promise.all(writers.map((writer) => write(writer, stopping)))
    },
    /** Stops the writers, and waits for the requests in progress. */
    async stop() {
      stopping.abort()
      await work
    },
    /**
     * Waits until both kinds of write of every writer were acknowledged this many more times.
     * @returns the seconds that it took
     * @throws if a member cannot write for two minutes
     */
    async written(more = 1): Promise<number> {
      const startedAt = performance.now()
      const goals = writers.map(({ next }) => next + more)
      while (writers.some(({ next }, index) => next < goals[index]!)) {
        await wait(10)
        if (performance.now() - startedAt > mostSilence)
          throw new Error(`Somebody cannot write any more: ${JSON.stringify(Object.fromEntries(unexpected))}.`)
      }
      return (performance.now() - startedAt) / 1_000
    },
    figures: () => ({ unanswered, longestSilence: longestSilence / 1_000, unexpected: Object.fromEntries(unexpected) }),
    /** Copies the writes that were acknowledged so far, because the writers' own lists grow. */
    acknowledged: () =>
      writers.map(({ acknowledged, insights, ...writer }) => ({
        ...writer,
        acknowledged: new Map(acknowledged),
        insights: new Set(insights),
      })),
    /** Compares the writes that were acknowledged (by default all) with the reports and insights of a server. */
    compare: (held = writers, at = address()) => compare(at, held),
  }
}

async function compare(address: string, writers: Writer[]) {
  let [acknowledged, lost, doubled] = [0, 0, 0]
  const { token } = await signIn(address, writers[0]!.email)
  const dates = new Set(writers.flatMap((writer) => [...writer.acknowledged.keys()]))
  for (const date of dates) {
    const { body } = await call(address, 'GET', `/daily-reports?report_date=${date}`, { token })
    const { reports } = body as { reports: { user_id: string; today_plan: string }[] }
    for (const writer of writers) {
      const expected = writer.acknowledged.get(date)
      const found = reports.filter(({ user_id }) => user_id === writer.id)
      if (found.length > 1) doubled++
      if (expected === undefined) continue
      acknowledged++
      if (found[0]?.today_plan !== expected) lost++
    }
  }
  const notes: string[] = []
  for (let offset = 0; notes.length === offset; offset += page) {
    const { body } = await call(address, 'GET', `/insights?limit=${page}&offset=${offset}`, { token })
    notes.push(...(body as { insights: { note: string }[] }).insights.map(({ note }) => note))
  }
  const there = new Set(notes)
  doubled += notes.length - there.size
  for (const { insights } of writers) {
    acknowledged += insights.size
    for (const note of insights) if (!there.has(note)) lost++
  }
  return { acknowledged, lost, doubled }
}

async function signUp(address: string, number: number): Promise<Writer> {
  const email = `writer-${number}@example.com`
  const registration = { family_name: 'Writer', first_name: String(number), email, password }
  const { status } = await call(address, 'POST', '/onboarding', { body: registration })
  if (status !== 201) throw new Error(`Writer ${number} cannot sign up: ${status}.`)
  const session = await signIn(address, email)
  const { body } = await call(address, 'GET', '/users/me', { token: session.token })
  return { email, id: (body as { id: string }).id, ...session, next: 0, acknowledged: new Map(), insights: new Set() }
}

async function signIn(address: string, email: string, signal?: AbortSignal) {
  const sent = { body: { username: email, password }, ...(signal ? { signal } : {}) }
  const { status, body } = await call(address, 'POST', '/auth/login', sent)
  if (status !== 200) throw new Error(`${email} cannot sign in: ${status}.`)
  return { token: (body as { access_token: string }).access_token, signedInAt: Date.now() }
}

/** @throws if there was no response */
async function call(
  address: string,
  method: string,
  path: string,
  sent: { token?: string; body?: object; headers?: Record<string, string>; signal?: AbortSignal },
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${address}/api${path}`, {
    method,
    signal: sent.signal ?? null,
    headers: {
      ...(sent.body ? { 'content-type': 'application/json' } : {}),
      ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
      ...sent.headers,
    },
    ...(sent.body ? { body: JSON.stringify(sent.body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : undefined }
}
