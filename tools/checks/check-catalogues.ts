// Checks the catalogues of texts. It fails on:
// - keys that are missing, extra, out of order or unused
// - messages that do not parse, or that have other arguments in another language
// - words and punctuation that docs/glossary.md has dropped, and words of another language
// - texts that are written into a component
// Run with: node tools/checks/check-catalogues.ts
import { readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import { halves } from '#contract/absences.ts'
import { errorStatus, failureReasons, fieldErrorCodes } from '#contract/errors.ts'
import { defaultLanguage, languages, type Language } from '#contract/languages.ts'
import { webhookProviders } from '#contract/providers.ts'
import { reactions } from '#contract/reactions.ts'
import { whys } from '#contract/comments.ts'
import { searchKinds } from '#contract/search.ts'
import { importColumns } from '#contract/import.ts'
import { valueFields } from '#contract/report-fields.ts'
import { changeKinds } from '#contract/not-me.ts'
import { chatModes } from '#contract/chat-mode.ts'
import { reportTimes } from '#contract/report-time.ts'
import { firstSteps } from '#contract/users.ts'
import { mailFailureReasons } from '#server/providers/mail/failure.ts'
import { mailKinds } from '#server/providers/mail/mail-kinds.ts'
import { scimErrorStatus } from '#server/errors.ts'
import { readSourceTexts } from './source-texts.ts'
import { foreignTexts } from './foreign-words.ts'
import { readTerms, termsMissing } from './terms.ts'
import { readVariants, variantsIn } from './words.ts'

const connectionKinds = ['slack', 'trackers', 'signIn', 'profiles', 'chats']

/** The keys with a variable part, `{}`, that has its values in another file than the file that reads the key. */
const builtKeys: Record<string, readonly string[]> = {
  // server/http/errors/problem.ts: one sentence for every code of the contract
  'errors.{}': Object.keys(errorStatus),
  'fieldErrors.{}': fieldErrorCodes,
  // server/http/auth/scim.ts: one sentence for every failure of SCIM
  'scim.{}': Object.keys(scimErrorStatus),
  'providerFailures.{}': failureReasons,
  // server/features/notifications/undelivered/operations.ts: the failures of a mail server
  'mailFailures.{}': mailFailureReasons,
  // server/providers/mail/write-mail.ts: the emails of `mailKinds`, without the weekly one, which has its own texts
  'mail.{}.subject': Object.keys(mailKinds),
  'mail.{}.text': Object.keys(mailKinds).filter((kind) => kind !== 'week'),
  // the columns of an import of reports
  'transfer.column.{}': importColumns,
  // the names of a report's values in the morning and in the evening
  'reportWords.{}.{}': reportTimes.flatMap((time) => [
    `${time}.emptyHint`,
    `${time}.planHint`,
    `${time}.carry`,
    ...valueFields.flatMap((field) => [`${time}.fields.${field}`, `${time}.shortFields.${field}`]),
  ]),
  'firstMinute.newcomer.{}': reportTimes,
  'answers.reactions.{}': reactions,
  'entrance.notMe.changes.{}': changeKinds,
  'mentions.why.{}': whys,
  'messages.mentions.{}': whys,
  'search.kinds.{}': ['all', ...searchKinds],
  'absence.kinds.{}': halves,
  'firstMinute.steps.{}': firstSteps,
  'firstMinute.hints.{}': firstSteps,
  'teamSettings.chatMode.kinds.{}': chatModes,
  'teamSettings.times.{}': reportTimes,
  'teamSettings.timeHints.{}': reportTimes,
  // the texts for each service that accepts webhooks
  'connections.webhooks.{}.meta': webhookProviders,
  'connections.webhooks.{}.hint': webhookProviders,
  // web/features/connections/kinds.ts: the texts for each kind of connection
  'connections.kinds.{}.{}': connectionKinds.flatMap((kind) => [`${kind}.first`, `${kind}.more`]),
  'connections.kinds.{}.about': connectionKinds,
  'connections.benefits.{}': ['github', ...connectionKinds],
  'connections.needs.{}': ['page', 'backlog', 'jira', ...webhookProviders],
  'messages.connected.{}': webhookProviders,
}

/** icu-minify's kinds of arguments that choose by a number: cardinal, ordinal. */
const plural = new Set<unknown>([2, 3])

const failures: string[] = []
const fail = (text: string) => failures.push(text)

const messagesOf = (language: Language) => flatten(read(`locales/${language}.json`))
const reference = messagesOf(defaultLanguage)
const licenceOf = (language: Language) =>
  new Map([...flatten(read(`locales/licence/${language}.json`))].map(([key, words]) => [`licence:${key}`, words]))
const licenceKeys = [...licenceOf(defaultLanguage).keys()].join()
const glossary = readFileSync('docs/glossary.md', 'utf8')
const variants = readVariants(glossary)
const catalogues = Object.fromEntries(languages.map((language) => [language, messagesOf(language)])) as Record<
  Language,
  Map<string, string>
>
const english = new Map([...catalogues.en, ...licenceOf('en')])

for (const language of languages) {
  const messages = catalogues[language]
  compareKeys(language, messages)
  for (const [key, message] of messages) checkMessage(language, key, message)
  compareLicence(language)
  const texts = new Map([...messages, ...licenceOf(language)])
  for (const found of variantsIn(language, texts, variants)) fail(`${language}: ${found}`)
  for (const found of foreignTexts(language, texts, english)) fail(`${language}: ${found}`)
}
for (const found of termsMissing(catalogues, readTerms(glossary))) fail(found)
checkSources()

for (const failure of failures) console.error(failure)
console.log(
  failures.length
    ? `${failures.length} faults in the texts`
    : `${reference.size} texts in ${languages.length} languages: complete`,
)
process.exitCode = failures.length ? 1 : 0

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Flattens nested objects and arrays to `a.b.0.c` -> text, in the file's order. */
function flatten(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'string') return into.set(path, value)
  for (const [key, inner] of Object.entries(value as object)) flatten(inner, path ? `${path}.${key}` : key, into)
  return into
}

function compareKeys(language: Language, messages: Map<string, string>) {
  for (const key of reference.keys()) if (!messages.has(key)) fail(`${language}: missing ${key}`)
  for (const key of messages.keys())
    if (!reference.has(key)) fail(`${language}: extra ${key}, which ${defaultLanguage} does not have`)
  const order = [...messages.keys()].filter((key) => reference.has(key))
  const expected = [...reference.keys()].filter((key) => messages.has(key))
  const astray = order.findIndex((key, index) => key !== expected[index])
  if (astray >= 0)
    fail(`${language}: ${order[astray]} is out of order: ${defaultLanguage} has ${expected[astray]} there`)
}

function checkMessage(language: Language, key: string, message: string) {
  if (message.trim() !== message || message === '') fail(`${language}: ${key} is empty or has space around it`)
  const original = reference.get(key)
  const given = argumentsOf(language, key, message)
  const expected = original === undefined ? undefined : argumentsOf(defaultLanguage, key, original)
  if (given && expected && [...given].sort().join() !== [...expected].sort().join())
    fail(
      `${language}: ${key} takes {${[...given].sort().join(', ')}}, ${defaultLanguage} {${[...expected].sort().join(', ')}}`,
    )
}

/**
 * Returns the names of a message's arguments, tags as `<name>`. If it is not ICU, reports a failure and returns
 * undefined.
 */
function argumentsOf(language: Language, key: string, message: string): Set<string> | undefined {
  try {
    const names = new Set<string>()
    collect(compile(message), language, key, names)
    return names
  } catch (error) {
    fail(`${language}: ${key} is not a valid ICU message: ${(error as Error).message}`)
    return undefined
  }
}

/** icu-minify represents an argument as [name, kind?, options?], a tag as [name, ...children], `#` as 0. */
function collect(nodes: unknown, language: Language, key: string, names: Set<string>) {
  if (!Array.isArray(nodes)) return
  for (const node of nodes) {
    if (!Array.isArray(node)) continue
    const [name, kind, options] = node as [string, unknown?, unknown?]
    const tag = node.length > 1 && typeof kind !== 'number'
    names.add(tag ? `<${name}>` : name)
    if (tag) collect(node.slice(1), language, key, names)
    if (typeof options !== 'object' || options === null || Array.isArray(options)) continue
    if (plural.has(kind)) checkPlural(language, key, Object.keys(options))
    for (const option of Object.values(options)) collect(option, language, key, names)
  }
}

/** Requires every plural category of the language, except `many` (in French and Italian only for whole millions). */
function checkPlural(language: Language, key: string, given: string[]) {
  const categories: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const words = given.filter((category) => !category.startsWith('='))
  for (const category of words)
    if (!categories.includes(category))
      fail(`${language}: ${key} has the plural ${category}, which the language does not have`)
  for (const category of categories)
    if (category !== 'many' && !given.includes(category)) fail(`${language}: ${key} lacks the plural ${category}`)
}

function compareLicence(language: Language) {
  const own = licenceOf(language)
  if ([...own.keys()].join() !== licenceKeys)
    fail(`${language}: licence differs in its sections from ${defaultLanguage}`)
  for (const [key, words] of own) if (words.trim() === '') fail(`${language}: ${key} is empty`)
}

function checkSources() {
  const keys = new Set(reference.keys())
  const { used, built: builds, literals } = readSourceTexts(keys)
  const built = new Set<string>()
  for (const [key, place] of used) if (!keys.has(key)) fail(`${place}: ${key} is in no catalogue`)
  for (const { place, text, named } of builds)
    if (!named && !(text in builtKeys))
      fail(`${place}: builds keys '${text}', which builtKeys in tools/checks/check-catalogues.ts does not list`)
  for (const [pattern, parts] of Object.entries(builtKeys)) {
    if (!builds.some(({ text }) => text === pattern)) fail(`builtKeys lists '${pattern}', which no source builds`)
    for (const part of parts) built.add(pattern.replace(/\{\}(?:\.\{\})*/u, part))
  }
  for (const key of built) if (!keys.has(key)) fail(`${defaultLanguage}: missing ${key}`)
  for (const key of keys) if (!used.has(key) && !built.has(key)) fail(`${defaultLanguage}: ${key} is used nowhere`)
  for (const { place, text } of literals) fail(`${place}: '${text}' belongs in locales/*.json`)
}
