/** Returns every circle of these edges once, as the nodes along it, with the first repeated at the end. */
export function circlesIn(edges: readonly { from: string; to: string }[]): string[][] {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  const state = new Map<string, 'open' | 'done'>()
  const found: string[][] = []
  const visit = (node: string, path: string[]) => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') return void found.push([...path.slice(path.indexOf(node)), node])
    state.set(node, 'open')
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
    state.set(node, 'done')
  }
  for (const node of graph.keys()) visit(node, [])
  return found
}
