import { isVisible } from '#contract/characters.ts'
import { languageOf, type Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { ScimOperation, ScimUserDraft } from '#contract/scim.ts'
import { ScimFailure } from '#server/errors.ts'
import { emailOf, personNameOf } from '#server/features/sign-in/provider-sign-in/operations.ts'
import { attributeName, isUserSchema, matchesFilter, parseFilter } from './filter.ts'
import { isObject } from './resource.ts'

/**
 * The attributes that a directory changes in one request. Absent attributes do not change.
 * @property externalId null removes it
 * @property displayName '' removes it
 */
export type UserChange = {
  userName?: string
  externalId?: string | null
  active?: boolean
  givenName?: string
  familyName?: string
  formatted?: string
  displayName?: string
  email?: string
  language?: Language
}

const externalIdMaxLength = 500 // characters

function parseText(value: unknown, path: string, maxLength: number): string {
  const isText = typeof value === 'string' && value.length <= maxLength
  if (!isText || !value.isWellFormed() || /\p{Cc}/u.test(value)) throw new ScimFailure('invalidValue', path)
  return value.trim()
}

function requiredText(value: unknown, path: string, maxLength: number): string {
  const text = parseText(value, path, maxLength)
  if (!isVisible(text)) throw new ScimFailure('invalidValue', path)
  return text
}

/** Returns a boolean. Accepts text, too, because Entra sends `"False"`. */
function parseBoolean(value: unknown, path: string): boolean {
  const written = typeof value === 'string' ? value.toLowerCase() : value
  if (written === true || written === 'true') return true
  if (written === false || written === 'false') return false
  throw new ScimFailure('invalidValue', path)
}

const parseName = (value: unknown, path: string) =>
  value === null || value === undefined ? '' : personNameOf(parseText(value, path, limits.scimText))

type Values = Record<string, unknown>
function parseEmail(value: unknown, path: string): string {
  const email = emailOf(typeof value === 'string' ? value.trim() : value)
  if (email === undefined) throw new ScimFailure('invalidValue', path)
  return email
}

/** Returns the object with the names of its attributes in lower case. */
const withLowerCaseNames = (value: Values): Values =>
  Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner]))

const maxEmails = 50

/**
 * Returns one of several addresses: the primary one, or else the one for work, or else the first.
 * @param isAdded whether the addresses are added: then the member keeps theirs, unless a primary one or one for work is
 *   added
 */
function chooseEmail(value: unknown, path: string, isAdded = false): string | undefined {
  const all = Array.isArray(value) ? value : [value]
  if (all.length > maxEmails) throw new ScimFailure('invalidValue', path)
  const emails: Values[] = all.map((each) => (isObject(each) ? withLowerCaseNames(each) : { value: each }))
  const isPrimary = ({ primary }: Values) => primary === true || String(primary).toLowerCase() === 'true'
  const isOfWork = ({ type }: Values) => String(type).toLowerCase() === 'work'
  const chosen = emails.find(isPrimary) ?? emails.find(isOfWork) ?? (isAdded ? undefined : emails[0])
  return chosen && parseEmail(chosen['value'], `${path}.value`)
}

function setEmail(change: UserChange, email: string | undefined): void {
  if (email !== undefined) change.email = email
}

const setters: Record<string, (change: UserChange, value: unknown, path: string) => void> = {
  username: (change, value, path) => void (change.userName = requiredText(value, path, limits.email)),
  externalid: (change, value, path) =>
    void (change.externalId = value === null ? null : parseText(value, path, externalIdMaxLength) || null),
  active: (change, value, path) => void (change.active = parseBoolean(value, path)),
  displayname: (change, value, path) => void (change.displayName = parseName(value, path)),
  'name.givenname': (change, value, path) => void (change.givenName = parseName(value, path)),
  'name.familyname': (change, value, path) => void (change.familyName = parseName(value, path)),
  'name.formatted': (change, value, path) => void (change.formatted = parseName(value, path)),
  emails: (change, value, path) => setEmail(change, chooseEmail(value, path)),
  'emails.value': (change, value, path) => void (change.email = parseEmail(value, path)),
  preferredlanguage(change, value) {
    const language = typeof value === 'string' ? languageOf(value.slice(0, 35)) : undefined
    if (language) change.language = language
  },
}

/** Attributes of every resource, which only the server sets (RFC 7643, 3.1). */
const readOnly = new Set(['id', 'meta', 'groups', 'schemas'])

/**
 * Stores the value of an attribute in `change`. Ignores unknown attributes, because directories send all of theirs.
 * Ignores read-only attributes, because directories send them back.
 */
function set(change: UserChange, path: string, value: unknown): void {
  const name = attributeName(path)
  if (name === 'name' && isObject(value))
    for (const [part, inner] of Object.entries(value)) set(change, `name.${part}`, inner)
  else if (Object.hasOwn(setters, name)) setters[name]!(change, value, path)
}

/**
 * Reads a whole member from a `POST` or `PUT` (RFC 7644, 3.3 and 3.5.1).
 * @throws ScimFailure invalidValue: `userName` is required
 */
export function readDraft(draft: ScimUserDraft): UserChange & { userName: string } {
  const change: UserChange = { externalId: null }
  // RFC 7643, 2.5: null is the same as absent.
  for (const [name, value] of Object.entries(draft)) if (value !== null) set(change, name, value)
  const { userName } = change
  if (userName === undefined) throw new ScimFailure('invalidValue', 'userName')
  return { ...change, userName }
}

type Path = { name: string; filter: string | undefined }

const attributePath = /^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/u
const extensionUrn = /^urn:[\w:.-]+$/u

/** Parses `attribute`, `attribute.part` and `attribute[filter].part` (RFC 7644, 3.5.2). @throws ScimFailure invalidPath */
function parsePath(written: string): Path {
  const [start, end] = [written.indexOf('['), written.lastIndexOf(']')]
  const hasFilter = start > 0 && end > start
  const name = attributeName(hasFilter ? written.slice(0, start) + written.slice(end + 1) : written).trim()
  if (!attributePath.test(name) && !extensionUrn.test(name)) throw new ScimFailure('invalidPath', written)
  return { name, filter: hasFilter ? written.slice(start + 1, end) : undefined }
}

const emailAttributes = new Set(['value', 'type', 'primary', 'display'])

/**
 * Returns whether a filter in a path matches the email of the member, who has only one. @throws ScimFailure
 * invalidFilter
 */
function matchesEmail(filter: string, email: string): boolean {
  const parts: Values = { value: email, type: 'work', primary: true }
  return matchesFilter(
    parseFilter(filter, (path) => emailAttributes.has(path)),
    (path) => parts[path] as string | boolean | undefined,
  )
}

/** The attributes that every member has, so that they cannot be removed. */
const required = new Set(['username', 'active', 'emails', 'emails.value'])

/**
 * Reads a `PATCH` (RFC 7644, 3.5.2). Ignores the case of `op`, because Entra sends `Replace`. Without a path, each name
 * in the value is a path: Entra sends names such as `name.familyName`.
 * @param email the member's current address
 * @throws ScimFailure invalidSyntax, invalidPath, invalidFilter, invalidValue, noTarget, mutability
 */
export function readOperations(operations: readonly ScimOperation[], email: string): UserChange {
  const change: UserChange = {}
  for (const { op: written, path, value } of operations) {
    const op = written.toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove') throw new ScimFailure('invalidSyntax', written)
    if (path && !isUserSchema(path)) applyOperation(change, { op, path, value, email })
    else if (op === 'remove') throw new ScimFailure('noTarget')
    else applyAttributes(change, { op, value, email })
  }
  return change
}

type Operation = { op: 'add' | 'replace' | 'remove'; value: unknown; email: string }

/** Applies each attribute of an object. Attributes can also be nested below the name of the schema (RFC 7644, 3.10). */
function applyAttributes(change: UserChange, { op, value, email }: Operation): void {
  if (!isObject(value)) throw new ScimFailure('invalidSyntax', 'value')
  for (const [path, inner] of Object.entries(value)) {
    if (isUserSchema(path)) applyAttributes(change, { op, value: inner, email })
    else if (!readOnly.has(attributeName(path))) applyOperation(change, { op, path, value: inner, email })
  }
}

function applyOperation(change: UserChange, { op, path, value, email }: Operation & { path: string }): void {
  const { name, filter } = parsePath(path)
  if (readOnly.has(name)) throw new ScimFailure('mutability', path)
  // A member has only the address for work, so a filter for another address matches nothing.
  if (filter !== undefined && name.startsWith('emails') && !matchesEmail(filter, change.email ?? email)) {
    if (op === 'replace') throw new ScimFailure('noTarget', path)
    return
  }
  if (op === 'remove') remove(change, name, path)
  else if (op === 'add' && name === 'emails') setEmail(change, chooseEmail(value, path, true))
  // A path such as `emails[type eq "work"].type` names a part that never changes.
  else set(change, name, value)
}

function remove(change: UserChange, name: string, path: string): void {
  if (required.has(name)) throw new ScimFailure('mutability', path)
  if (name === 'externalid') change.externalId = null
  if (name === 'displayname') change.displayName = ''
}
