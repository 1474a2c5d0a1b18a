import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase } from '#server/testing/database.ts'
import { type Db, withEveryTeamTransaction, disablePreparedStatements, openDatabase } from '../database.ts'
import { databaseFailure } from './failures.ts'
import { probePreparedStatements } from './pooler.ts'

/** Opens a database with one connection, so that the next transaction uses the same connection. */
async function oneConnection() {
  const seen: string[] = []
  const note = (messages: Buffer[]) => seen.push(messages.map((message) => String.fromCharCode(message[0]!)).join(''))
  class Noting extends Socket {
    override _write(...given: Parameters<Socket['_write']>) {
      note([given[0] as Buffer])
      super._write(...given)
    }
    override _writev(...given: Parameters<NonNullable<Socket['_writev']>>) {
      note(given[0].map(({ chunk }) => chunk as Buffer))
      super._writev!(...given)
    }
  }
  const stream = () => {
    const socket = new Noting()
    return socket.once('connect', () => socket.on('data', () => seen.push('answer')))
  }
  const database = openDatabase({ ...(await newDatabase('asakai')), max: 1, stream }, () => {})
  afterwards(() => database.destroy())
  const preparedStatements = async () => {
    const { rows } = await withEveryTeamTransaction(database, (db) =>
      sql<{ statement: string }>`select statement from pg_prepared_statements where ${true}`.execute(db),
    )
    return rows.map(({ statement }) => statement).join('\n')
  }
  /** Returns the messages on the wire during `work`: a letter for each sent message, and `answer` for each answer. */
  const wireDuring = async (work: () => Promise<unknown>) => {
    seen.length = 0
    await work()
    return seen
  }
  return { database, preparedStatements, wireDuring }
}

const names = (db: Db) => db.selectFrom('teams').select('name').where('id', '!=', newId()).execute()
const wholeRows = (db: Db) => db.selectFrom('teams').selectAll().where('id', '!=', newId()).execute()

test('the driver prepares repeated statements, but not statements that run once', async () => {
  const { database, preparedStatements } = await oneConnection()
  for (const _time of [1, 2, 3]) await withEveryTeamTransaction(database, names)
  await withEveryTeamTransaction(database, (db) =>
    db.selectFrom('users').select('email').where('id', '=', newId()).execute(),
  )

  expect(await preparedStatements()).toContain('from "teams"')
  expect(await preparedStatements()).not.toContain('from "users"')
})

test('a column that is added while the server runs breaks no prepared statement', async () => {
  const { database } = await oneConnection()
  const ask = () => Promise.all([names, wholeRows].map((read) => withEveryTeamTransaction(database, read)))
  for (const _time of [1, 2, 3]) await ask()
  await sql`alter table teams add column of_the_next_version text`.execute(database)

  await expect(ask()).resolves.toEqual([[], []])
})

test('the driver stops preparing statements behind a pooler that loses them', async () => {
  const { database, preparedStatements } = await oneConnection()
  for (const _time of [1, 2, 3]) await withEveryTeamTransaction(database, names)
  // Simulates a pooler that sends the next statements to another connection.
  await sql`deallocate all`.execute(database)
  const failure: unknown = await withEveryTeamTransaction(database, names).catch((error: unknown) => error)
  expect(databaseFailure(failure)).toBe('database_unavailable')

  await expect(withEveryTeamTransaction(database, names)).resolves.toEqual([])
  expect(await preparedStatements()).toBe('')
})

test('the driver prepares no statements after disablePreparedStatements', async () => {
  const { database, preparedStatements } = await oneConnection()
  const lines: string[] = []
  await probePreparedStatements(database, (line) => lines.push(line))
  expect(lines).toEqual([])
  disablePreparedStatements(database)
  for (const _time of [1, 2, 3]) await withEveryTeamTransaction(database, names)
  expect(await preparedStatements()).toBe('')
})

test('a transaction that cannot begin reports the reason', async () => {
  const { database } = await oneConnection()
  await sql`set default_transaction_read_only = on`.execute(database)
  const insert = (db: Db) =>
    db.insertInto('teams').values({ id: newId(), name: '開発チーム', time_zone: 'Asia/Tokyo' }).execute()

  await expect(withEveryTeamTransaction(database, insert)).rejects.toMatchObject({ code: '25006' })
  await sql`set default_transaction_read_only = off`.execute(database)
  await expect(withEveryTeamTransaction(database, insert)).resolves.toBeDefined()
})

test('the driver sends simultaneous statements in one write with the beginning of the transaction', async () => {
  const { database, wireDuring } = await oneConnection()
  const say = (db: Db, number: number) => sql<{ said: number }>`select ${number}::int as said`.execute(db)
  const sayAll = () =>
    withEveryTeamTransaction(database, (db) => Promise.all([1, 2, 3].map((number) => say(db, number))))
  for (const _time of [1, 2, 3]) await sayAll()
  let numbers: number[] = []
  const wire = await wireDuring(async () => {
    numbers = (await sayAll()).flatMap(({ rows }) => rows.map((row) => row.said))
  })
  expect(numbers).toEqual([1, 2, 3])
  // A text (Query), and four named statements, which are not parsed again: Bind, Describe, Execute, Sync.
  expect(wire.slice(0, wire.indexOf('answer'))).toEqual(['QBDESBDESBDESBDES'])
  expect(wire.filter((each) => each !== 'answer')).toHaveLength(2)
})

test('the driver parses the rows of a repeated statement like those of its first run', async () => {
  const { database } = await oneConnection()
  const ask = (db: Db) =>
    sql`select ${new Date(0)}::timestamptz as moment, array[1, null] as list, ${'{"a":1}'}::jsonb as json, null as nothing`.execute(
      db,
    )
  const asked = async () => (await withEveryTeamTransaction(database, ask)).rows
  const expected = [{ moment: new Date(0), list: [1, null], json: { a: 1 }, nothing: null }]
  for (const _time of [1, 2, 3, 4]) expect(await asked()).toEqual(expected)
})

test('the driver runs several statements without values in order, in one transaction', async () => {
  const { database } = await oneConnection()
  const add = (name: string) =>
    sql.raw(`insert into teams (id, name, time_zone) values ('${newId()}', '${name}', 'UTC')`)
  const both = sql`${add('a')}; ${add('b')}`
  await expect(
    withEveryTeamTransaction(database, (db) =>
      Promise.all([both.execute(db), names(db), sql`select 1 / 0`.execute(db)]),
    ),
  ).rejects.toMatchObject({ code: '22012' })
  await expect(withEveryTeamTransaction(database, names)).resolves.toEqual([])
  await withEveryTeamTransaction(database, (db) => both.execute(db))
  await expect(withEveryTeamTransaction(database, names)).resolves.toEqual([{ name: 'a' }, { name: 'b' }])
})

test('a value that cannot be sent and an unreadable row fail only their own statements', async () => {
  const { database } = await oneConnection()
  const endless: { self?: object } = {}
  endless.self = endless
  const unsayable = withEveryTeamTransaction(database, (db) =>
    Promise.all([sql`select ${endless}::jsonb`.execute(db), names(db)]),
  )
  await expect(unsayable).rejects.toThrow('circular')

  const { builtins, getTypeParser, setTypeParser } = pg.types
  const before = getTypeParser(builtins.MACADDR)
  afterwards(() => setTypeParser(builtins.MACADDR, before))
  setTypeParser(builtins.MACADDR, () => {
    throw new Error('no address')
  })
  const unreadable = sql`select '08:00:2b:01:02:03'::macaddr where ${true}`
  const settled = await withEveryTeamTransaction(database, (db) =>
    Promise.allSettled([unreadable.execute(db), names(db)]),
  )
  expect(settled).toMatchObject([{ reason: new Error('no address') }, { value: [] }])
})

test('the driver prepares a statement again after a value that cannot be sent', async () => {
  const { database, preparedStatements } = await oneConnection()
  const ask = (value: object) =>
    withEveryTeamTransaction(database, async (db) => (await sql`select ${value}::jsonb as value`.execute(db)).rows)
  const endless: { self?: object } = {}
  endless.self = endless
  await ask({})
  await expect(ask(endless)).rejects.toThrow('circular')

  for (const _time of [1, 2]) await expect(ask({ a: 1 })).resolves.toEqual([{ value: { a: 1 } }])
  expect(await preparedStatements()).toContain('::jsonb as value')
})

test('the driver runs simultaneous statements in order, whether built or raw', async () => {
  const { database } = await oneConnection()
  const id = newId()
  const rename = (db: Db) => db.updateTable('teams').set({ name: '製品チーム' }).where('id', '=', id).execute()
  const read = async (db: Db) => (await sql<{ name: string }>`select name from teams where id = ${id}`.execute(db)).rows
  const built = (db: Db) => db.selectFrom('teams').select('name').where('id', '=', id).execute()
  const team = { id, name: '開発チーム', time_zone: 'Asia/Tokyo' }
  const said = await withEveryTeamTransaction(database, (db) =>
    Promise.all([db.insertInto('teams').values(team).execute(), read(db), rename(db), built(db), read(db)]),
  )
  expect([said[1], said[3], said[4]]).toEqual([
    [{ name: '開発チーム' }],
    [{ name: '製品チーム' }],
    [{ name: '製品チーム' }],
  ])
})

test('a failure of one of several simultaneous statements rolls their transaction back', async () => {
  const { database } = await oneConnection()
  const add = (db: Db) =>
    db.insertInto('teams').values({ id: newId(), name: '開発チーム', time_zone: 'Asia/Tokyo' }).execute()
  const divide = (db: Db) => sql`select 1 / ${0}::int`.execute(db)
  const asked: Promise<unknown>[] = []
  const askAll = (db: Db) => Promise.all((asked.push(add(db), divide(db), add(db)), asked))
  await expect(withEveryTeamTransaction(database, askAll)).rejects.toMatchObject({ code: '22012' })
  await expect(asked[2]).rejects.toMatchObject({ cause: { code: '22012' } })
  await expect(withEveryTeamTransaction(database, names)).resolves.toEqual([])
})

test('the stack of a failed statement contains the function that ran the statement', async () => {
  const { database } = await oneConnection()
  async function divide(db: Db) {
    await sql`select 1 / ${0}::int`.execute(db)
  }
  const failure = await withEveryTeamTransaction(database, divide).catch((error: Error) => error)
  expect(failure).toHaveProperty('stack', expect.stringMatching(/division by zero[^]*at divide/u))
})

test('the driver prepares a statement later if its preparation failed because of another statement', async () => {
  const { database, preparedStatements } = await oneConnection()
  const divide = (db: Db) => sql`select 1 / ${0}::int`.execute(db)
  await withEveryTeamTransaction(database, names)
  const failing = withEveryTeamTransaction(database, (db) => Promise.all([divide(db), names(db), names(db)]))
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  await withEveryTeamTransaction(database, names)
  expect(await preparedStatements()).toContain('from "teams"')
})

test('a transaction in which a statement failed is rolled back, and reports the failure', async () => {
  const { database } = await oneConnection()
  const fail = (db: Db) => sql`select 1 / ${0}::int`.execute(db).catch(() => {})
  await expect(withEveryTeamTransaction(database, fail)).rejects.toThrow('a statement has failed')
})

test('a transaction is rolled back if a statement that was sent with the commit fails', async () => {
  const { database } = await oneConnection()
  const fail = async (db: Db) => void sql`select 1 / ${0}::int`.execute(db).catch(() => {})
  await expect(withEveryTeamTransaction(database, fail)).rejects.toThrow('a statement has failed')
  await expect(withEveryTeamTransaction(database, names)).resolves.toEqual([])
})

test('a statement after the end of its transaction is refused', async () => {
  const { database } = await oneConnection()
  const over = await withEveryTeamTransaction(database, async (db) => ({ db }))
  await expect(names(over.db)).rejects.toThrow('after the end')
})
