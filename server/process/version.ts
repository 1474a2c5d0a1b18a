import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
  private?: boolean
}

export const { version } = manifest
/**
 * Whether this is a release. A clone's package is private, so that it cannot be published by mistake. A release has the
 * command `asakai` instead of npm scripts.
 */
export const isRelease = !manifest.private
