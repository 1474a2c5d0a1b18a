import { readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

/** Namespaces that no page reads: those of the server and of the manifests. */
const unread = new Set([
  'mail',
  'errors',
  'fieldErrors',
  'accountTab',
  'messages',
  'providerFailures',
  'manifest',
  'mailFailures',
  'slackReport',
  'digest',
  'imports',
  'scim',
])
const signedOut = new Set([
  'actions',
  'common',
  'entrance',
  'fields',
  'help',
  'licence',
  'passkeyLogin',
  'reading',
  'session',
])
const otherScreens = new Set([
  'access',
  'activity',
  'backlogSettings',
  'connections',
  'dashboard',
  'deploymentState',
  'frequentTasks',
  'insights',
  'mentions',
  'monthlyReport',
  'months',
  'notifications',
  'provisioning',
  'palette',
  'passkeys',
  'programs',
  'schedule',
  'search',
  'settings',
  'soleAdministratorNote',
  'team',
  'teamCalendar',
  'tokens',
  'transfer',
  'webhooks',
  'week',
])

/**
 * Returns the part of the catalogue that contains a namespace: `signed-out` for texts before signing in, `day` for the
 * members' first screen, `other-screens` for all others.
 * @param hasDemo whether the login shows the demo's members
 */
export function partOf(namespace: string, hasDemo: boolean) {
  if (unread.has(namespace)) return undefined
  if (namespace === 'demo') return hasDemo ? 'signed-out' : undefined
  if (signedOut.has(namespace)) return 'signed-out'
  return otherScreens.has(namespace) ? 'other-screens' : 'day'
}

type Messages = { [key: string]: string | Messages }

const compiled = (messages: Messages): unknown =>
  Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compiled(value)]),
  )

const catalogueFile = /^(.+\/locales\/[a-z-]+\.json)\?(signed-out|day|other-screens)$/u

/**
 * Splits each catalogue into its parts, and parses the ICU messages, so that the browser needs no parser (9 KB gzip).
 */
export function catalogues(): Plugin {
  let hasDemo = false
  return {
    name: 'catalogues',
    enforce: 'pre',
    configResolved({ mode }) {
      hasDemo = mode === 'demo'
    },
    load(id) {
      const [, file, part] = catalogueFile.exec(id) ?? []
      if (!file) return
      const messages = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Messages).filter(
        ([namespace]) => partOf(namespace, hasDemo) === part,
      )
      return { code: `export default ${JSON.stringify(compiled(Object.fromEntries(messages)))}`, moduleType: 'js' }
    },
  }
}
