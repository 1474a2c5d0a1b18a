import compile from 'icu-minify/compile'

/**
 * Returns each sentence that an ICU message can become, one for each branch of its plurals and choices. Placeholders
 * stay as `{name}`, tags as `<name>`, and a plural's number as `#`. Text that is not ICU is returned as it is.
 */
export function branchesOf(message: string): string[] {
  try {
    return [...new Set(branches(compile(message)))]
  } catch {
    return [message]
  }
}

/** Reads the nodes of icu-minify: an argument is [name, kind?, options?], a tag is [name, ...children], `#` is 0. */
function branches(nodes: unknown): string[] {
  if (typeof nodes === 'string') return [nodes]
  if (!Array.isArray(nodes)) return ['#']
  return nodes.reduce<string[]>(
    (heads, node) => {
      const tails = branchesOfNode(node)
      return heads.flatMap((head) => tails.map((tail) => head + tail))
    },
    [''],
  )
}

function branchesOfNode(node: unknown): string[] {
  if (!Array.isArray(node)) return branches(node)
  const [name, kind, options] = node as [string, unknown?, unknown?]
  if (node.length > 1 && typeof kind !== 'number')
    return branches(node.slice(1)).map((inner) => `<${name}>${inner}</${name}>`)
  if (typeof options !== 'object' || options === null) return [`{${name}}`]
  return Object.values(options).flatMap(branches)
}
