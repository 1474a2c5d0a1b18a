/** The part that we use of the output of `node --cpu-prof` (`Profiler.Profile` of the DevTools protocol). */
export type Profile = {
  nodes: {
    id: number
    callFrame: { functionName: string; url: string; lineNumber: number }
    hitCount?: number
    children?: number[]
  }[]
}
type Frame = { name: string; place: string; own: number; all: number; children: Map<string, Frame> }

const [width, row, letter] = [1_200, 18, 6.6] // pixels
/** Narrower frames are omitted. */
const narrowest = 4 // pixels

const colours = { ours: '#c9d6ea', packages: '#f3dcc0', node: '#e4e4e0' }

/** Draws an SVG flame graph: callers above, width by the share of processor time. Idle time is not included. */
export function drawFlame({ nodes }: Profile, title: string): string {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const isIdle = ({ callFrame }: Profile['nodes'][number]) => /^\((?:idle|program)\)$/u.test(callFrame.functionName)
  const frameOf = (node: Profile['nodes'][number]): Frame => {
    const frame: Frame = { ...namesOf(node), own: node.hitCount ?? 0, all: node.hitCount ?? 0, children: new Map() }
    for (const id of node.children ?? []) if (!isIdle(byId.get(id)!)) add(frame, frameOf(byId.get(id)!))
    return frame
  }
  const root = frameOf(nodes[0]!)
  const parts: string[] = []
  const deepest = draw(root, { left: 0, depth: 0, scale: width / root.all, total: root.all }, parts)
  const height = (deepest + 1) * row + 44
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
<text x="8" y="20" font-size="14">${escape(title)}</text>
${legend()}
<g transform="translate(0 40)">
${parts.join('\n')}
</g>
</svg>
`
}

/** Adds a frame below `parent`. Two frames of the same function below one parent become one. */
function add(parent: Frame, child: Frame) {
  parent.all += child.all
  const key = `${child.name} ${child.place}`
  const known = parent.children.get(key)
  if (!known) return void parent.children.set(key, child)
  known.own += child.own
  known.all += child.own
  for (const grandchild of child.children.values()) add(known, grandchild)
}

function namesOf({ callFrame: { functionName, url, lineNumber } }: Profile['nodes'][number]) {
  const place = url.replace(/^file:\/\/.*?(?=(?:node_modules|server|contract)\/)/u, '')
  return { name: functionName || '(anonymous)', place: place ? `${place}:${lineNumber + 1}` : '' }
}

/** @returns the depth of the tree */
function draw(
  frame: Frame,
  { left, depth, scale, total }: { left: number; depth: number; scale: number; total: number },
  parts: string[],
): number {
  const wide = frame.all * scale
  const kind = frame.place.startsWith('node_modules/')
    ? 'packages'
    : /^(?:server|contract)\//u.test(frame.place)
      ? 'ours'
      : 'node'
  const room = Math.floor((wide - 6) / letter)
  const label = room < 3 ? '' : frame.name.length > room ? `${frame.name.slice(0, room - 1)}…` : frame.name
  const share = `${((frame.all / total) * 100).toFixed(1)} %`
  parts.push(
    `<g><title>${escape(`${frame.name} ${frame.place} ${share}`)}</title><rect x="${left.toFixed(1)}" y="${depth * row}" width="${(wide - 0.5).toFixed(1)}" height="${row - 1}" fill="${colours[kind]}"/>${label && `<text x="${(left + 3).toFixed(1)}" y="${depth * row + 12.5}">${escape(label)}</text>`}</g>`,
  )
  let at = left
  let deepest = depth
  for (const child of [...frame.children.values()].sort((one, other) => other.all - one.all)) {
    if (child.all * scale >= narrowest)
      deepest = Math.max(deepest, draw(child, { left: at, depth: depth + 1, scale, total }, parts))
    at += child.all * scale
  }
  return deepest
}

const legend = () =>
  (['ours', 'packages', 'node'] as const)
    .map((kind, at) => {
      const x = 860 + at * 115
      return `<rect x="${x}" y="9" width="14" height="14" fill="${colours[kind]}"/><text x="${x + 20}" y="20">${{ ours: 'Asakai', packages: 'packages', node: 'Node' }[kind]}</text>`
    })
    .join('')

const escape = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
