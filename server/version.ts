import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
  private?: boolean
}

/** The product's, as in package.json. */
export const { version } = manifest
/** A clone is private, that nobody publishes it by mistake; a release has `asakai` in place of npm's scripts. */
export const isRelease = !manifest.private
