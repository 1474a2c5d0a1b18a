import type pg from 'pg'

type Comments = Record<'titles' | 'tables' | 'functions' | 'triggers', Map<string, string>>

/**
 * Reads the comments of the schema's SQL. A comment precedes its subject. `tables` has the comments of tables by
 * `table`, and of columns by `table.column`. `titles` has the title of each table's part of the schema.
 */
export function readComments(text: string): Comments {
  const comments: Comments = { titles: new Map(), tables: new Map(), functions: new Map(), triggers: new Map() }
  let [above, title, table]: [string[], string, string | undefined] = [[], '', undefined]
  for (const line of text.split('\n')) {
    const at = line.indexOf('--')
    const code = (at < 0 ? line : line.slice(0, at)).trim()
    const comment = at < 0 ? undefined : line.slice(at + 2).trim()
    if (code === '') {
      if (comment === undefined) above = []
      else if (!comment.startsWith('-')) above.push(comment)
      else if (above.length > 0) [title, above] = [above.join(' '), []]
      continue
    }
    const about = [...above, comment ?? []].flat().join(' ')
    above = []
    const [, kind, name = ''] = /^create (?<kind>table|function|trigger) (?<name>\w+)/u.exec(code) ?? []
    if (kind === 'function') comments.functions.set(name, about)
    if (kind === 'trigger' && about !== '') comments.triggers.set(name, about)
    if (kind === 'table') {
      table = name
      comments.titles.set(name, title)
      comments.tables.set(name, about)
    } else if (code.startsWith(')')) table = undefined
    else if (table && about !== '') comments.tables.set(`${table}.${/^\w+/u.exec(code)?.[0] ?? ''}`, about)
  }
  return comments
}

type Column = { name: string; type: string; needed: boolean; value: string | null }
type Table = { name: string; columns: Column[]; keys: string[]; indexes: string[]; walled: boolean }
type Trigger = { name: string; table: string; definition: string; function: string }

const tables = `
  select c.relname as name, c.relrowsecurity as walled, (
    select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'needed', attnotnull, 'value',
      case when attgenerated <> '' then 'generated' when attidentity <> '' then 'identity' else pg_get_expr(adbin, adrelid) end
    ) order by attnum)
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = c.oid and attnum > 0 and not attisdropped
  ) as columns, (
    select coalesce(json_agg(pg_get_constraintdef(k.oid) order by position(contype in 'pufc'), conname), '[]')
    from pg_constraint k where conrelid = c.oid and contype in ('p', 'u', 'f', 'c')
  ) as keys, (
    select coalesce(json_agg(pg_get_indexdef(indexrelid) order by indexrelid), '[]') from pg_index
    where indrelid = c.oid and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
  ) as indexes
  from pg_class c
  where relkind = 'r' and relnamespace = current_schema::regnamespace and relname <> 'migrations'
  order by c.oid`

const triggers = `
  select tgname as name, relname as table, pg_get_triggerdef(t.oid) as definition, proname as function
  from pg_trigger t join pg_class c on c.oid = tgrelid join pg_proc p on p.oid = tgfoid
  where not tgisinternal and relnamespace = current_schema::regnamespace
  order by min(t.oid) over (partition by tgfoid), t.oid`

/**
 * Writes the page that shows the tables and triggers of a migrated database.
 * @param text the SQL of the migrations, for its comments
 * @throws Error if a trigger's function has no comment that says why the trigger is there
 */
export async function schemaPage(client: Pick<pg.ClientBase, 'query'>, text: string): Promise<string> {
  const comments = readComments(text)
  const found = await client.query<Table>(tables)
  const parts = Map.groupBy(found.rows, ({ name }) => comments.titles.get(name) ?? '')
  const { rows: kept } = await client.query<Trigger>(triggers)
  const open = found.rows.filter(({ walled }) => !walled).map(({ name }) => `\`${name}\``)
  return `${[
    '# Tables and triggers',
    'Generated from a migrated database and the comments of `server/db/schema/migrations/`. Do not edit this page.\nRun `node tools/schema/schema.ts` after each change of the schema.',
    `Row-level security hides the rows of other teams in all tables but ${open.join(', ')}.`,
    ...[...parts].flatMap(([title, rows]) => [`## ${title}`].concat(rows.flatMap((each) => partsOf(each, comments)))),
    '## Triggers',
    'A trigger does only work that every statement needs ([decision 68](decisions/0068-steps-in-code-and-invariants-in-triggers.md)).\nThere are three kinds of triggers: checks of invariants, announcements to open screens, and versions of a team’s day.',
    table(
      ['table', 'trigger', 'when', 'why'],
      kept.map((row) => [`\`${row.table}\``, `\`${row.name}\``, eventsOf(row), reasonOf(row, comments)]),
    ),
  ].join('\n\n')}\n`
}

function partsOf({ name, columns, keys, indexes }: Table, { tables: about }: Comments): string[] {
  const rows = columns.map((column) => [
    `\`${column.name}\``,
    `${column.type}${column.needed ? '' : ', null'}`,
    column.value === null ? '' : `\`${column.value}\``,
    about.get(`${name}.${column.name}`) ?? '',
  ])
  return [
    `### ${name}`,
    about.get(name) ?? '',
    table(['column', 'type', 'default', 'about'], rows),
    [...keys, ...indexes.map(shortIndex)].map((line) => `- \`${line.replaceAll(/\s+/gu, ' ')}\``).join('\n'),
  ].filter((part) => part !== '')
}

const shortIndex = (definition: string) =>
  definition.replace(
    /^CREATE (?<unique>UNIQUE )?INDEX (?<name>\w+) ON \S+ USING (?:btree )?/u,
    '$<unique>INDEX $<name> ',
  )

const eventsOf = ({ definition }: Trigger) =>
  /^CREATE TRIGGER \S+ (?<when>.*?) ON /u.exec(definition)!.groups!['when']!.toLowerCase()

/** Returns the first sentence of the comment of a trigger, or else of its function. */
function reasonOf(trigger: Trigger, { functions, triggers: own }: Comments): string {
  const reason = /^.+?\.(?=\s|$)/u.exec(own.get(trigger.name) ?? functions.get(trigger.function) ?? '')?.[0]
  if (!reason) throw new Error(`Say above the function ${trigger.function} why the trigger ${trigger.name} is there.`)
  return reason
}

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n')
