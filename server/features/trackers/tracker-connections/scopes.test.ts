import { expect, test } from 'vitest'
import { hinode, issue, saveGrant, importIssues } from '#server/testing/backlog-team.ts'

const ofSignIn = ['read:user', 'user:email']

async function grantedAtGitHub(scopes: string[]) {
  const here = await hinode()
  const me = await here.member()
  const grant = (granted: string[]) =>
    saveGrant(here.database, { teamId: here.teamId, userId: me.user.id }, 'github', {
      access_token: 'right-key',
      scopes: granted,
    })
  await grant(scopes)
  here.tracker.issues = [issue(1)]
  return { ...here, me, grant }
}

test('a member who only signed in with GitHub must connect GitHub before importing issues', async () => {
  const { me, tracker, grant } = await grantedAtGitHub(ofSignIn)
  expect(await me.post('/backlogs/github/issues/import')).toMatchObject({
    status: 400,
    body: {
      code: 'connection_refused',
      message: 'GitHubの権限が足りません。もう一度接続して、求められた権限を許可してください。',
    },
  })
  expect(tracker.asked).toEqual([])
  await grant([...ofSignIn, 'repo'])
  expect(await importIssues(me)).toEqual({ imported: 1, updated: 0, closed: 0 })
})

test('the settings show that GitHub must be connected again if the grant lacks issues', async () => {
  const { me, grant } = await grantedAtGitHub(ofSignIn)
  const listed = async () => (await me.get('/connections')).body.connections
  expect(await listed()).toMatchObject([{ provider: 'github', connect_again: true }])
  await grant([...ofSignIn, 'repo'])
  expect(await listed()).toEqual([{ provider: 'github', account: 'hinode', connected_at: expect.any(String) }])
})
