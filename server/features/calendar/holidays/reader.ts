// A worker thread that reads one file or one country's days for each message, and replies with one message.
import { parentPort } from 'node:worker_threads'
import type { HolidayCountries } from '#contract/holidays.ts'
import type { Language } from '#contract/languages.ts'
import type { CalendarFile } from './calendar-file.ts'
import type { Region } from './countries.ts'
import type { FoundDay } from './found-days.ts'

export type Tasks = {
  countries: { asked: undefined; answer: HolidayCountries }
  days: { asked: { place: Region; years: readonly number[]; language: Language }; answer: FoundDay[] | undefined }
  file: { asked: { file: string; thisYear: number; timeZone: string }; answer: CalendarFile | undefined }
}
export type Task = { [Name in keyof Tasks]: { task: Name; asked: Tasks[Name]['asked'] } }[keyof Tasks]

async function answer({ task, asked }: Task) {
  if (task === 'file') return readFile(asked)
  const { daysOfCountry, importableCountries } = await import('./countries.ts')
  return task === 'countries' ? importableCountries() : daysOfCountry(asked.place, asked.years, asked.language)
}

async function readFile({ file, thisYear, timeZone }: Tasks['file']['asked']) {
  const { readCalendarFile } = await import('./calendar-file.ts')
  try {
    return readCalendarFile(file, thisYear, timeZone)
  } catch {
    return undefined
  }
}

async function send(task: Task) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await answer(task))
}
parentPort?.on('message', (task: Task) => void send(task))
