import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { api } from '../../api/client.ts'
import { AuthenticationFailed } from '../../api/errors.ts'
import { clearCache, writeCache } from '../../storage/offline-cache.ts'
import { me, tokenFor } from '../../testing/app.tsx'
import { openTab, storeTokens, dispatchStorageEvent } from '../../testing/session.ts'

const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))
const other = { ...me, first_name: '遥' }

const signInElsewhere = () => {
  storeTokens()
  dispatchStorageEvent({ key: 'daily_standup_token', oldValue: null, newValue: 'new' })
}
const signOutElsewhere = () => {
  localStorage.clear()
  dispatchStorageEvent({ key: 'daily_standup_token', oldValue: 'old', newValue: null })
}

beforeEach(() => clearCache())

test('a tab signs out if another tab signs out or clears the storage', async () => {
  storeTokens()
  const tab = openTab()
  await tab.becomes({ state: 'signed-in', user: me })
  signOutElsewhere()
  expect(tab.getState()).toEqual({ state: 'signed-out', left: true })

  signInElsewhere()
  await tab.becomes({ state: 'signed-in', user: me })
  localStorage.clear()
  dispatchStorageEvent({ key: null })
  expect(tab.getState()).toEqual({ state: 'signed-out', left: true })
})

test('clearing the storage after the end of the session does not count as a logout', async () => {
  storeTokens()
  const tab = openTab({ 'GET /users/me': { status: 404 } })
  await tab.becomes({ state: 'signed-out', left: false })
  signOutElsewhere()
  expect(tab.getState()).toEqual({ state: 'signed-out', left: false })
})

test('a tab sends no request if another tab refreshes the token', async () => {
  storeTokens()
  const tab = openTab()
  await tab.becomes({ state: 'signed-in', user: me })
  dispatchStorageEvent({ key: 'daily_standup_token', oldValue: 'old', newValue: 'new' })
  expect(tab.calls()).toEqual(['GET /users/me'])
})

describe('a sign-in as another member in another tab', () => {
  const ours = tokenFor(900, 'token', me.id)
  const theirs = tokenFor(900, 'token', 'haruka')
  const put = (token: string) => {
    localStorage.setItem('daily_standup_token', token)
    localStorage.setItem('refresh_token', `refresh of ${token}`)
  }
  const reloads = () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    onTestFinished(() => reload.mockRestore())
    return reload
  }

  test('a tab reloads the page if another tab signs in as another member', async () => {
    const reload = reloads()
    put(ours)
    const tab = openTab()
    await tab.becomes({ state: 'signed-in', user: me })
    dispatchStorageEvent({ key: 'daily_standup_token', oldValue: 'old', newValue: ours })
    expect(reload).not.toHaveBeenCalled()
    put(theirs)
    dispatchStorageEvent({ key: 'daily_standup_token', oldValue: ours, newValue: theirs })
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test("a tab sends no write with the token of another tab's member", async () => {
    const reload = reloads()
    put(ours)
    const tab = openTab()
    await tab.becomes({ state: 'signed-in', user: me })
    put(theirs)
    await expect(api.post('/daily-reports', {})).rejects.toThrow(AuthenticationFailed)
    await tab.refreshUser()
    expect(tab.calls()).toEqual(['GET /users/me'])
    expect(reload).toHaveBeenCalledTimes(1)
    expect(localStorage.getItem('daily_standup_token')).toBe(theirs)
  })

  test('a tab reloads without showing its fetched member if another tab has changed the member', async () => {
    const reload = reloads()
    put(ours)
    const tab = openTab({
      'GET /users/me': () => {
        put(theirs)
        return { status: 200, body: me }
      },
    })
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(tab.getState()).toEqual({ state: 'initializing' })
  })

  test('a tab does not show the cached member if another member is signed in', async () => {
    await writeCache('me', me)
    put(theirs)
    const tab = openTab({ 'GET /users/me': noNetwork })
    await tab.becomes({ state: 'unreachable' })
  })

  test('a member can sign in although another tab is signed in as another member', async () => {
    put(theirs)
    const other = { ...me, id: 'haruka' }
    let user = other
    const tab = openTab({ 'GET /users/me': () => ({ status: 200, body: user }) })
    await tab.becomes({ state: 'signed-in', user: other })
    user = me
    await tab.signIn({ access_token: ours, refresh_token: 'first' })
    expect(tab.getState()).toEqual({ state: 'signed-in', user: me })
  })
})

test('a tab ignores the stored values of other features that another tab changes', () => {
  const tab = openTab()
  storeTokens()
  dispatchStorageEvent({ key: 'refresh_token', oldValue: null, newValue: 'new' })
  dispatchStorageEvent({ key: 'asakai_draft', oldValue: null, newValue: 'new' })
  expect(tab.calls()).toEqual([])
})

test('a tab without network and cache offers a retry and keeps the tokens', async () => {
  storeTokens()
  let hasNetwork = false
  const tab = openTab({ 'GET /users/me': () => (hasNetwork ? { status: 200, body: me } : noNetwork()) })
  await tab.becomes({ state: 'unreachable' })
  expect(localStorage.getItem('refresh_token')).toBe('first')
  const retried = tab.retry()
  expect(tab.getState()).toEqual({ state: 'initializing' })
  await retried
  expect(tab.getState()).toEqual({ state: 'unreachable' })
  hasNetwork = true
  await tab.retry()
  expect(tab.getState()).toEqual({ state: 'signed-in', user: me })
})

test('a start without a response shows the cached member until there is a network', async () => {
  await writeCache('me', me)
  storeTokens()
  let answer = noNetwork as () => Promise<never> | { status: number; body: object }
  const tab = openTab({ 'GET /users/me': () => answer() })
  await tab.becomes({ state: 'signed-in', user: me, cached: true })
  answer = () => ({ status: 200, body: other })
  window.dispatchEvent(new Event('online'))
  await tab.becomes({ state: 'signed-in', user: other })

  window.dispatchEvent(new Event('online'))
  expect(tab.calls()).toEqual(['GET /users/me', 'GET /users/me'])
})

test('a tab signs out if another tab logs out while the cache is read', async () => {
  await writeCache('me', me)
  storeTokens()
  const tab = openTab({
    'GET /users/me': () => {
      // The session reads the cache after this write. So the logout happens before that read has ended.
      void writeCache('queries', {}).then(() => localStorage.clear())
      return noNetwork()
    },
  })
  await tab.becomes({ state: 'signed-out', left: true })
})

test('a tab stops waiting for the network after a logout', async () => {
  storeTokens()
  const tab = openTab({
    'GET /users/me': () => {
      localStorage.clear()
      return noNetwork()
    },
  })
  await tab.becomes({ state: 'signed-out', left: false })
})

test('a closed session store ignores other tabs and the network', async () => {
  await writeCache('me', me)
  storeTokens()
  const tab = openTab({ 'GET /users/me': noNetwork })
  await tab.becomes({ state: 'signed-in', user: me, cached: true })
  tab.close()
  signOutElsewhere()
  signInElsewhere()
  window.dispatchEvent(new Event('online'))
  expect(tab.getState()).toEqual({ state: 'signed-in', user: me, cached: true })
  expect(tab.calls()).toEqual(['GET /users/me'])
})
