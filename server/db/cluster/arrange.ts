import pg from 'pg'
import { readTables, type Table } from '../backup/tables.ts'
import { changeNotice, isDistributed, seesOnNodes } from './session.ts'

const { escapeIdentifier, escapeLiteral } = pg

/** A step that is still to do: its description and its statements. */
export type Step = { say: string; statements: string[] }

/**
 * Runs a schema change within a transaction. On a cluster, the change also runs on the nodes, and new tables are
 * distributed.
 */
export async function onEveryNode(client: pg.ClientBase, change: () => Promise<void>): Promise<void> {
  if (!(await isDistributed(client))) return change()
  await prepareNodes(client)
  await change()
  await runSteps(client, await stepsToCluster(client))
}

/** Makes each change of a table run on every node, one node after another, until the transaction ends. */
export async function prepareNodes(client: pg.ClientBase): Promise<void> {
  const settings = [
    "set local citus.multi_shard_modify_mode = 'sequential'",
    'set local citus.enable_unsafe_triggers = on',
    ...seesOnNodes('every'),
  ]
  for (const setting of settings) await client.query(setting)
}

/**
 * Returns the steps that distribute this database over its cluster, or that distribute what later migrations have
 * added. Returns no steps if everything is distributed.
 */
export async function stepsToCluster(client: pg.ClientBase): Promise<Step[]> {
  return [
    ...(await policySteps(client)),
    ...(await triggerSteps(client)),
    ...(await functionSteps(client)),
    ...(await tableSteps(client)),
  ]
}

/**
 * Returns the steps that replace the policies that contain a subquery, because nodes do not support subqueries in
 * policies.
 */
async function policySteps(client: pg.ClientBase): Promise<Step[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename::text as name from pg_policies
     where schemaname = current_schema and policyname = 'own_team' and qual like '%SELECT%'`,
  )
  const seen = `current_setting('asakai.team', true)`
  const statements = rows.map(
    ({ name }) =>
      `alter policy own_team on ${escapeIdentifier(name)}
       using (${seen} = 'every' or team_id = nullif(nullif(${seen}, ''), 'every')::uuid)`,
  )
  return statements.length > 0
    ? [{ say: `let the nodes keep ${rows.length} tables' walls between teams`, statements }]
    : []
}

/**
 * Returns the steps that drop the triggers which complete `logins` and `identities` for the previous version. These
 * triggers read the rows of every team, which nodes do not have.
 */
async function triggerSteps(client: pg.ClientBase): Promise<Step[]> {
  const { rows } = await client.query<{ name: string; on: string }>(`
    select tgname::text as name, tgrelid::regclass::text as on from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname in ('refuse_known_email', 'refuse_known_person') and p.pronamespace = current_schema::regnamespace`)
  return rows.map(({ name, on }) => ({
    say: `end the trigger ${name}, which serves the version before`,
    statements: [`drop trigger ${escapeIdentifier(name)} on ${on}`],
  }))
}

/**
 * Returns the steps that create every function on the nodes. Trigger functions write only tables of the same team,
 * which are on the same node.
 */
async function functionSteps(client: pg.ClientBase): Promise<Step[]> {
  const { rows } = await client.query<{ name: string; signature: string; isThere: boolean; is: string }>(`
    select p.proname::text as name, p.oid::regprocedure::text as signature,
      exists (select from pg_dist_object d where d.classid = 'pg_proc'::regclass and d.objid = p.oid) as "isThere",
      case
        when p.proname = 'announce' and p.prosrc not like '%raise notice%' then 'announcing'
        when p.prorettype = 'trigger'::regtype and not coalesce('citus.allow_nested_distributed_execution=on' = any (p.proconfig), false) then 'nested'
        else ''
      end as is
    from pg_proc p where p.pronamespace = current_schema::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname`)
  return rows.flatMap(({ name, signature, isThere, is }) => {
    const statements = [
      is === 'announcing' &&
        `create or replace function announce(change text) returns void language plpgsql as $$ begin raise notice '${changeNotice}%', change; end $$`,
      is === 'nested' && `alter function ${signature} set citus.allow_nested_distributed_execution to on`,
      // Turns the check of function bodies off: a function may name the row type of a table that the nodes do not have
      // yet. Citus resets this setting after every function.
      !isThere && 'set local check_function_bodies = off',
      !isThere && `select create_distributed_function(${escapeLiteral(signature)})`,
    ].filter((statement) => statement !== false)
    return statements.length > 0 ? [{ say: `let every node have the function ${name}`, statements }] : []
  })
}

/** Returns the distribution column of a table; undefined if the table stays on the coordinator. */
function keyOf({ name, columns }: Table): string | undefined {
  const own: Record<string, string> = { teams: 'id', logins: 'email_key', identities: 'subject' }
  return own[name] ?? columns.find((column) => column === 'team_id')
}

async function tableSteps(client: pg.ClientBase): Promise<Step[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_dist_partition join pg_class c on c.oid = logicalrelid where partmethod = 'h'`,
  )
  const distributed = new Set(rows.map(({ name }) => name))
  const left = (await readTables(client)).filter((table) => keyOf(table) && !distributed.has(table.name))
  return left.map((table) => {
    const key = keyOf(table)!
    const name = escapeIdentifier(table.name)
    const beside = key === 'team_id' ? 'teams' : 'none'
    const [walled, open] = table.hasRowSecurity ? ['force row level security', 'no force row level security'] : []
    const alter = (change: string) => `alter table ${name} ${change}`
    return {
      say: `distribute ${table.name} by ${key}`,
      // COPY moves the rows, and cannot write to a table whose policies apply to its role. Moved rows must not fire
      // triggers.
      statements: [
        ...[open, 'disable trigger user'].filter((change) => change !== undefined).map(alter),
        `select create_distributed_table(${escapeLiteral(name)}, '${key}', colocate_with => '${beside}')`,
        ...['enable trigger user', walled].filter((change) => change !== undefined).map(alter),
        `analyze ${name}`, // otherwise nodes plan without statistics until their next automatic analyze
      ],
    }
  })
}

export async function runSteps(client: pg.ClientBase, steps: Step[]): Promise<void> {
  for (const statement of steps.flatMap(({ statements }) => statements)) await client.query(statement)
}
