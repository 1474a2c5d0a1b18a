import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

// oxc's ESTree nodes; the walk below needs only these properties.
type Node = { type: string; start: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

type Finding = { place: string; text: string }
export type SourceTexts = {
  /** Full keys, `namespace.group.key`, with the first line of the sources that reads the key. */
  used: Map<string, string>
  /** Keys with a variable part, `namespace.{}.title`. `named`: strings of the same file are values of that part. */
  built: (Finding & { named: boolean })[]
  /** Words in a component that belong in the catalogues. */
  literals: Finding[]
}

/** Attributes that a person sees or hears. */
const spokenAttributes = new Set([
  'alt', 'aria-description', 'aria-label', 'aria-placeholder', 'aria-roledescription', 'aria-valuetext',
  'hint', 'label', 'placeholder', 'title',
]) // prettier-ignore
/** The wordmark and brands, which no language translates. */
const names = /Asakai|朝会|Google( Chat)?|GitHub|Slack|Backlog|Jira|Microsoft|Apple|MIT/gu
const hasWords = (text: string) => /\p{Letter}/u.test(text.replaceAll(names, ''))

/** The sources of web and server without their tests. */
const sources = () => globSync(['web/**/*.{ts,tsx}', 'server/**/*.ts'], { exclude: ['**/*.test.*', '**/testing/**'] })

/** Finds every key that the sources use, and every text that is written into them. */
export function readSourceTexts(keys: ReadonlySet<string>, files = sources()): SourceTexts {
  const found: SourceTexts = { used: new Map(), built: [], literals: [] }
  for (const file of files.sort()) readFile(file, keys, found)
  return found
}

function readFile(file: string, keys: ReadonlySet<string>, found: SourceTexts) {
  const source = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]!.message}`)
  const place = (node: Node) => `${file}:${source.slice(0, node.start).split('\n').length}`
  const root = program as unknown as Node

  const translators = new Map<string, Set<string>>() // variable -> the namespaces it is bound to in this file
  const strings: Node[] = []
  walk(root, (node) => {
    if (isString(node)) strings.push(node)
    const bound = translatorOf(node)
    if (!bound) return
    const namespaces = translators.get(bound.variable) ?? new Set()
    translators.set(bound.variable, namespaces.add(bound.namespace))
  })

  const asked: { namespaces: string[]; branch: Node }[] = []
  walk(root, (node) => {
    const key = keyOf(node)
    const namespaces = [...((key && translators.get(key.variable)) ?? [])]
    if (key && namespaces.length > 0) for (const branch of branches(key.argument)) asked.push({ namespaces, branch })
  })
  // Collects the strings that are used as whole keys: such a string is no value of a key's variable part.
  const asName = new Set(asked.map(({ branch }) => branch))

  const read = (key: string, node: Node) => found.used.has(key) || found.used.set(key, place(node))
  /**
   * Finds the values of a key's variable part among the strings of the same file: `['a', 'b'] as const`.
   * @returns whether there are any
   */
  const useStrings = (pattern: string) => {
    const filled = (string: Node) => pattern.replace('{}', stringOf(string)!)
    const named = strings.filter((string) => !asName.has(string) && keys.has(filled(string)))
    for (const string of named) read(filled(string), string)
    return named.length > 0
  }
  for (const { namespaces, branch } of asked) {
    const relative = stringOf(branch)
    if (relative !== undefined) {
      const full = namespaces.map((namespace) => join(namespace, relative))
      read(full.find((candidate) => keys.has(candidate)) ?? full[0]!, branch)
      continue
    }
    const pattern = branch.type === 'TemplateLiteral' ? partsOf(branch).join('{}') : '{}'
    const patterns = namespaces.map((namespace) => join(namespace, pattern))
    const named = patterns.map(useStrings).includes(true)
    found.built.push({ place: place(branch), text: patterns[0]!, named })
  }

  if (file.endsWith('.tsx'))
    walk(root, (node) =>
      literalsIn(node).forEach((literal) => found.literals.push({ place: place(literal.node), text: literal.text })),
    )
}

const join = (namespace: string, key: string) => (namespace ? `${namespace}.${key}` : key)

function walk(node: Node, visit: (node: Node) => void) {
  visit(node)
  for (const value of Object.values(node)) {
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) walk(inner, visit)
  }
}

const isString = (node: Node) => stringOf(node) !== undefined

function stringOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type === 'TemplateLiteral' && (node['expressions'] as Node[]).length === 0) return partsOf(node)[0]
  return undefined
}

const partsOf = (template: Node) =>
  (template['quasis'] as { value: { cooked: string } }[]).map((part) => part.value.cooked)

/** Reads `const t = useTranslations('namespace')` in the browser, `const translate = texts(language)` on the server. */
function translatorOf(node: Node): { variable: string; namespace: string } | undefined {
  if (node.type !== 'VariableDeclarator' || !isNode(node['id']) || !isNode(node['init'])) return undefined
  const call = node['init']
  const callee = call['callee'] as Node | undefined
  if (call.type !== 'CallExpression' || !callee) return undefined
  if (callee['name'] === 'texts') return { variable: String(node['id']['name']), namespace: '' }
  if (callee['name'] !== 'useTranslations') return undefined
  const argument = (call['arguments'] as Node[])[0]
  return { variable: String(node['id']['name']), namespace: argument ? (stringOf(argument) ?? '') : '' }
}

/** Reads the key of `t(key)`, `t.rich(key)` and the like. */
function keyOf(node: Node): { variable: string; argument: Node } | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = node['callee'] as Node
  const variable = callee.type === 'MemberExpression' ? (callee['object'] as Node)['name'] : callee['name']
  const argument = (node['arguments'] as Node[])[0]
  return typeof variable === 'string' && argument ? { variable, argument } : undefined
}

/** Returns the possible values: both arms of a condition, both sides of `||` and `??`, only the right side of `&&`. */
function branches(node: Node): Node[] {
  if (node.type === 'ConditionalExpression')
    return [...branches(node['consequent'] as Node), ...branches(node['alternate'] as Node)]
  if (node.type === 'LogicalExpression')
    return [...(node['operator'] === '&&' ? [] : branches(node['left'] as Node)), ...branches(node['right'] as Node)]
  if (node.type === 'ParenthesizedExpression' || node.type.startsWith('TS')) return branches(node['expression'] as Node)
  return [node]
}

/** Returns words for people that are written into the source: JSX text, spoken attributes, toasts, the page's title. */
function literalsIn(node: Node): { node: Node; text: string }[] {
  if (node.type === 'JSXElement') {
    const tag = ((node['openingElement'] as Node)['name'] as Node)['name']
    if (typeof tag === 'string' && tag.toLowerCase() === 'kbd') return [] // the character on a key
    return (node['children'] as Node[]).flatMap((child) => wordsOf(child))
  }
  if (node.type === 'JSXFragment') return (node['children'] as Node[]).flatMap((child) => wordsOf(child))
  if (
    node.type === 'JSXAttribute' &&
    spokenAttributes.has(String((node['name'] as Node)['name'])) &&
    isNode(node['value'])
  )
    return wordsOf(node['value'])
  const call = keyOf(node)
  return call?.variable === 'toast' ? wordsOf(call.argument) : []
}

function wordsOf(node: Node): { node: Node; text: string }[] {
  const inner = node.type === 'JSXExpressionContainer' ? (node['expression'] as Node) : node
  return branches(inner).flatMap((branch) => {
    const text =
      branch.type === 'JSXText'
        ? String(branch['value'])
        : branch.type === 'TemplateLiteral'
          ? partsOf(branch).join(' ')
          : stringOf(branch)
    return text !== undefined && hasWords(text) ? [{ node: branch, text: text.trim() }] : []
  })
}
