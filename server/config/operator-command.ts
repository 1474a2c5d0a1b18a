import { isRelease } from '#server/process/version.ts'

/** Returns the command as an operator types it, in a clone or in a release. */
export function operatorCommand(name: string, words = ''): string {
  if (isRelease) return ['asakai', ...(name === 'start' ? [] : [name]), words].join(' ').trim()
  if (name === 'start') return 'npm start'
  return `npm run ${name}${words && ` -- ${words}`}`
}
