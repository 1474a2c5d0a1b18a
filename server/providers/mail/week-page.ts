import type { Language } from '#contract/languages.ts'

/** The texts of the email, in reading order. */
export type WeekPageText = {
  language: Language
  title: string
  about: string
  team: string
  parts: { heading: string; empty: string; rows: WeekRow[]; more: string | undefined }[]
  open: { words: string; link: string }
  when: string
  stop: { words: string; link: string }
}

/** `mark`: the symbol before the lines. `meta`: the text below them. */
export type WeekRow = {
  mark:
    | { kind: 'day'; day: string; weekday: string }
    | { kind: 'open' | 'resolved' | 'unmentioned' }
    | { kind: 'keep' | 'try' }
  lines: string[]
  meta: string
}

/** The light colours of web/app/tokens.css, in hexadecimal for mail clients. */
const colour = {
  ground: '#f9f7f3',
  paper: '#fefdfb',
  ink: '#24201a',
  second: '#4f4943',
  third: '#6a635d',
  rule: '#dfdbd4',
  line: '#322d27',
  ai: '#215481',
  onAi: '#fdfcf9',
  open: '#9f2e29',
  keep: '#105698',
  try: '#256039',
}
const sans = "'Hiragino Sans','Noto Sans JP','Yu Gothic',-apple-system,'Segoe UI',Roboto,sans-serif"
const serif = "'Hiragino Mincho ProN','Noto Serif JP','Yu Mincho',Georgia,serif"
const marks = {
  open: { sign: '!', colour: colour.open },
  resolved: { sign: '✓', colour: colour.third },
  unmentioned: { sign: '–', colour: colour.third },
  keep: { sign: 'Keep', colour: colour.keep },
  try: { sign: 'Try', colour: colour.try },
}

/** Renders one column of 600 px as tables with inline styles, because mail clients ignore other layouts. */
export function weekPage({ language, title, about, team, parts, open, when, stop }: WeekPageText): string {
  const body = [
    table(
      `<tr><td style="font:600 17px ${serif}">Asakai</td><td align="right" style="color:${colour.third};font-size:13px">${escape(team)}</td></tr>`,
    ),
    `<h1 style="margin:20px 0 0;font:600 24px/34px ${serif}">${escape(title)}</h1>`,
    `<p style="margin:0;color:${colour.second};font-size:14px">${escape(about)}</p>`,
    ...parts.map(
      ({ heading, empty, rows, more }) =>
        `<h2 style="margin:28px 0 0;padding-bottom:8px;border-bottom:2px solid ${colour.line};font-size:17px">${escape(heading)}</h2>` +
        table(rows.length > 0 ? rows.map(row).join('') : cellOfAll(empty)) +
        (more ? table(cellOfAll(more)) : ''),
    ),
    `<p style="margin:24px 0 0"><a href="${escape(open.link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${colour.ai};color:${colour.onAi};font-weight:600;text-decoration:none">${escape(open.words)}</a></p>`,
    `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${colour.rule};color:${colour.third};font-size:12px">${escape(when)} <a href="${escape(stop.link)}" style="color:${colour.ai}">${escape(stop.words)}</a></p>`,
  ]
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escape(title)}</title></head>
<body style="margin:0;background:${colour.ground};color:${colour.ink};font:15px/24px ${sans}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 8px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;border:1px solid ${colour.rule};border-radius:10px;background:${colour.paper};text-align:left"><tr><td style="padding:32px 24px">
${body.join('\n')}
</td></tr></table>
</td></tr></table>
</body></html>
`
}

const table = (rows: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${rows}</table>`

const cell = `padding:10px 0;border-bottom:1px solid ${colour.rule};vertical-align:top`

const cellOfAll = (words: string) =>
  `<tr><td style="${cell};color:${colour.third};font-size:13px">${escape(words)}</td></tr>`

function row({ mark, lines, meta }: WeekRow): string {
  const isDay = mark.kind === 'day'
  const head = isDay
    ? `<span style="font:600 20px ${serif}">${escape(mark.day)}</span> <span style="color:${colour.third};font-size:12px">${escape(mark.weekday)}</span>`
    : `<b style="color:${marks[mark.kind].colour}">${marks[mark.kind].sign}</b>`
  const words = lines.map((line) => `<div>${isDay ? '・' : ''}${escape(line)}</div>`).join('')
  const below = meta && `<div style="color:${colour.third};font-size:12px;line-height:18px">${escape(meta)}</div>`
  return `<tr><td width="72" style="${cell};width:72px">${head}</td><td style="${cell};word-break:break-word">${words}${below}</td></tr>`
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
