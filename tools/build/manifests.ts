import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { type Language, languages } from '../../contract/languages.ts'
import { manifestIn } from '../../web/app/manifest.ts'

function textsIn(language: Language) {
  const messages = JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')) as Record<
    string,
    Record<string, string>
  >
  return (key: string) => {
    const [namespace, name] = key.split('.') as [string, string]
    return messages[namespace]![name]!
  }
}

/**
 * Writes a manifest for each language with the texts of its catalogue. The page links to the manifest in the reader's
 * language.
 */
export function manifests(): Plugin {
  return {
    name: 'manifests',
    apply: 'build',
    generateBundle() {
      for (const language of languages)
        this.emitFile({
          type: 'asset',
          fileName: `asakai.${language}.webmanifest`,
          source: JSON.stringify(manifestIn(language, textsIn)),
        })
    },
  }
}
