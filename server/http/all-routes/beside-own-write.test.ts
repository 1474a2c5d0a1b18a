import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { holdAccount } from '#server/db/accounts/lock-account.ts'
import { accountWrites } from '#server/testing/account-writes.ts'
import { answeredOrWaiting } from '#server/testing/locks.ts'
import { reportWrites } from '#server/testing/report-writes.ts'
import { openServices, teamToChange, type Writes } from '#server/testing/write-team.ts'

/** A request for each write. `repeated-writes.test.ts` fails for a write without one. */
const writes: Writes = { ...reportWrites, ...accountWrites }

/** Calls that end their caller's access. They wait for the caller's other writes. */
const endsAccess = new Set([
  'DELETE /connections/:provider',
  'DELETE /connections/slack',
  'DELETE /grants/:id',
  'DELETE /passkeys/:id',
  'DELETE /sessions',
  'DELETE /sessions/:id',
  'DELETE /tokens/:id',
  'PATCH /users/me/password',
])

const services = await openServices()

test.each(Object.keys(writes))(
  'the call %s runs during another write of its caller, unless the call ends access',
  async (name) => {
    services.slack.reset()
    const here = await teamToChange(services)
    const { me, database, teamId } = here
    const { path, body, headers } = await writes[name]!(here)
    const [method] = name.split(' ') as ['POST']
    let answer: Promise<unknown> | undefined
    const isAnswered = await withTeamTransaction(database, { teamId }, async (db) => {
      await holdAccount(db, { teamId, userId: me.user.id })
      answer = me.call(method, path, body, headers)
      return answeredOrWaiting(db, answer)
    })
    await answer
    expect(isAnswered).toBe(!endsAccess.has(name))
  },
)
