/** The parts of ESLint's API that this rule uses; oxlint runs it as a plugin. */
type Node = { type: string; parent: Node | null; range: [number, number] } & Record<string, unknown>
type Context = { sourceCode: { getText(node: Node): string }; report(problem: { node: Node; message: string }): void }

const advice = 'Ignore the keys of an input method first: `if (isImeKey(event)) return` (web/platform/ime-key.ts).'

/** Returns whether a function handles a key: its argument is a KeyboardEvent, or it is the value of `onKeyDown`. */
function isKeyHandler(context: Context, node: Node): boolean {
  const [event] = node['params'] as Node[]
  if (event && /KeyboardEvent\b/u.test(context.sourceCode.getText(event))) return true
  const parent = node.parent?.type === 'JSXExpressionContainer' ? node.parent.parent : undefined
  return parent?.type === 'JSXAttribute' && (parent['name'] as { name?: string }).name === 'onKeyDown'
}

/** Rejects a key handler that does not ignore the keys of an input method. */
const imeKey = {
  create(context: Context) {
    const check = (node: Node) => {
      const text = context.sourceCode.getText(node)
      if (!isKeyHandler(context, node) || !/\bkey\b/u.test(text) || text.includes('isImeKey(')) return
      context.report({ node, message: advice })
    }
    return {
      ArrowFunctionExpression: check,
      FunctionExpression: check,
      FunctionDeclaration: check,
      Identifier: (node: Node) => {
        if (node['name'] === 'isComposing') context.report({ node, message: advice })
      },
    }
  },
}

// oxlint-disable-next-line import/no-default-export -- oxlint reads a plugin from it
export default { meta: { name: 'keyboard' }, rules: { 'ime-key': imeKey } }
