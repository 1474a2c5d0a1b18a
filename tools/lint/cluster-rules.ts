/** The parts of ESLint's API that this rule uses; oxlint runs it as a plugin. */
type Node = { type: string; parent: Node | null; range: [number, number] } & Record<string, unknown>
type Context = { sourceCode: { getText(node: Node): string }; report(problem: { node: Node; message: string }): void }

/** Matches `insert into table (columns) select first`, also with an alias, or without columns. */
const insertSelect =
  /\binsert into (?:[^\s`;]+)(?: as \w+)?(?:\s+\((?:\$\{[^}]*\}|[^()$])*\))?\s+select (?<first>[^\s,]+)/giu
/** Matches a column of a table, or all of a table's columns. */
const ofTable = /(?:team_id|^t\.id|\$\{columns\}|\$\{sql\.join\(names\.map\(\(name\))$/u
const rowsWithTeam = /_to_recordset\([^`]*? as \w+\s*\([^)]*\bteam_id\b[^)]*\)/u
/** Matches an update with a function that PostgreSQL calls stable: its value depends on settings of the database. */
const stableInUpdate =
  /\bupdate [^`]*?\bset\b[^`]*?(?<!\(select )(?:\b(?:concat(?:_ws)?|convert_to|format|to_(?:char|jsonb?)|jsonb_build_object)\((?!'\w+', \$\{\w+\}::)|\(\w\.\w+ ->> '\w+'\)::(?:date|timestamptz))/u
/** Matches `case VALUE when` in an update, or at the beginning of an SQL fragment, which an update may contain. */
const caseOfValue = /(?:\bupdate \w[^`]*?\bset\b[^`]*?\b|^`\s*)case (?!when\b)[^\s`]+ when\b/u

/**
 * Statements that a cluster rejects, each with its replacement. Most people who change a statement have no cluster on
 * which they could test it.
 */
const refused: [isRefused: (statement: string) => boolean, advice: string][] = [
  [
    (statement) => [...statement.matchAll(insertSelect)].some(({ groups }) => !ofTable.test(groups!['first']!)),
    'Select the id of the team from a table first: `insert into … select t.id, … from teams t where t.id = …`.',
  ],
  [
    (statement) => rowsWithTeam.test(statement),
    'Take the id of the team from its table, not from a parameter with rows; see server/db/fragments/insert-rows.ts.',
  ],
  [(statement) => stableInUpdate.test(statement), 'Put a stable function of a column into a subquery: `(select …)`.'],
  [(statement) => caseOfValue.test(statement), 'Give each case of an update a condition: `case when x = y then …`.'],
]

const isTemplate = (node: Node | null): boolean => node?.type === 'TemplateLiteral'

/** Returns whether a template is part of another one, which is checked as a whole. */
function isWithin(node: Node): boolean {
  for (let outer = node.parent; outer; outer = outer.parent) if (isTemplate(outer)) return true
  return false
}

/** Rejects statements that a Citus cluster cannot run (decision 30). */
const statement = {
  create: (context: Context) => ({
    TemplateLiteral: (node: Node) => {
      if (isWithin(node)) return
      const text = context.sourceCode.getText(node)
      for (const [isRefused, message] of refused) if (isRefused(text)) context.report({ node, message })
    },
    CallExpression: (node: Node) => {
      const callee = node['callee'] as Node & { property?: { name?: string } }
      if (callee.property?.name === 'expression')
        context.report({
          node,
          message: 'Insert what a query selects by `insertRows` of server/db/fragments/insert-rows.ts.',
        })
    },
  }),
}

// oxlint-disable-next-line import/no-default-export -- oxlint reads a plugin from it
export default { meta: { name: 'cluster' }, rules: { statement } }
