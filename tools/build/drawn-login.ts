import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import { languages } from '../../contract/languages.ts'
import type { drawLogin } from '../../web/app/drawn-login.tsx'

/**
 * Writes a page of the login for each language with the upper part already rendered. That part is visible before the
 * scripts run, and the scripts replace it with the whole login. `web/public/theme.js` decides whether to show the part,
 * and then loads the scripts.
 */
export function drawnLogin(): Plugin {
  return {
    name: 'drawn-login',
    apply: 'build',
    async writeBundle({ dir }) {
      const { module } = await runnerImport<{ drawLogin: typeof drawLogin }>('/web/app/drawn-login.tsx', {
        configFile: false,
        logLevel: 'error',
      })
      const page = await readFile(join(dir!, 'index.html'), 'utf8')
      const [script] = /<script type="module".+<\/script>/u.exec(page)!
      await mkdir(join(dir!, 'login'), { recursive: true })
      for (const language of languages) {
        const drawn = module.drawLogin(language, JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')))
        const whole = page
          .replace('<html lang="ja">', `<html lang="${language}">`)
          .replace(/<script type="module".+<\/script>\s*/u, '')
          .replace('<script src="/theme.js"', `<template>${script}</template>\n    $&`)
          .replace('<div id="root">', `<div id="root"><div id="drawn">${drawn}</div>`)
        await writeFile(join(dir!, 'login', `${language}.html`), whole)
      }
    },
  }
}
