import { isRelease } from './version.ts'

/** How an operator writes a command here: in a clone or in a release. */
export function operatorCommand(name: string, words = ''): string {
  if (isRelease) return ['asakai', ...(name === 'start' ? [] : [name]), words].join(' ').trim()
  if (name === 'start') return 'npm start'
  return `npm run ${name}${words && ` -- ${words}`}`
}
