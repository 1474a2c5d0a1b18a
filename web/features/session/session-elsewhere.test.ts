import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { api } from '../../api/client.ts'
import { AuthenticationFailed } from '../../api/errors.ts'
import { clearCache, writeCache } from '../../lib/offline-cache.ts'
import { me, tokenFor } from '../../testing/app.tsx'
import { openTab, storeTokens, tellOfStorage } from '../../testing/session.ts'

const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))
const other = { ...me, first_name: '遥' }

const signInElsewhere = () => {
  storeTokens()
  tellOfStorage({ key: 'daily_standup_token', oldValue: null, newValue: 'new' })
}
const signOutElsewhere = () => {
  localStorage.clear()
  tellOfStorage({ key: 'daily_standup_token', oldValue: 'old', newValue: null })
}

beforeEach(() => clearCache())

test('another tab that signs out, or clears everything, takes this one along', async () => {
  storeTokens()
  const tab = openTab()
  await tab.becomes({ state: 'signed-in', user: me })
  signOutElsewhere()
  expect(tab.getState()).toEqual({ state: 'signed-out', left: true })

  signInElsewhere()
  await tab.becomes({ state: 'signed-in', user: me })
  localStorage.clear()
  tellOfStorage({ key: null })
  expect(tab.getState()).toEqual({ state: 'signed-out', left: true })
})

test('what another tab clears is no logout where the session had ended before', async () => {
  storeTokens()
  const tab = openTab({ 'GET /users/me': { status: 404 } })
  await tab.becomes({ state: 'signed-out', left: false })
  signOutElsewhere()
  expect(tab.getState()).toEqual({ state: 'signed-out', left: false })
})

test('a token that another tab has renewed changes nothing, and nobody is asked for again', async () => {
  storeTokens()
  const tab = openTab()
  await tab.becomes({ state: 'signed-in', user: me })
  tellOfStorage({ key: 'daily_standup_token', oldValue: 'old', newValue: 'new' })
  expect(tab.calls()).toEqual(['GET /users/me'])
})

describe('another tab that signs in as another member', () => {
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

  test('has this one begin anew as theirs', async () => {
    const reload = reloads()
    put(ours)
    const tab = openTab()
    await tab.becomes({ state: 'signed-in', user: me })
    tellOfStorage({ key: 'daily_standup_token', oldValue: 'old', newValue: ours })
    expect(reload).not.toHaveBeenCalled()
    put(theirs)
    tellOfStorage({ key: 'daily_standup_token', oldValue: ours, newValue: theirs })
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('gets nothing written under its name before that, and stays signed in', async () => {
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

  test('is not shown as the member whom this one has just asked for', async () => {
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

  test('is not shown as the member whom this browser has cached', async () => {
    await writeCache('me', me)
    put(theirs)
    const tab = openTab({ 'GET /users/me': noNetwork })
    await tab.becomes({ state: 'unreachable' })
  })

  test('does not stand in the way of who signs in here', async () => {
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

test('what another tab stores under other keys says nothing of the session', () => {
  const tab = openTab()
  storeTokens()
  tellOfStorage({ key: 'refresh_token', oldValue: null, newValue: 'new' })
  tellOfStorage({ key: 'asakai_draft', oldValue: null, newValue: 'new' })
  expect(tab.calls()).toEqual([])
})

test('without an answer a member who is not cached is unreachable, keeps their tokens and may try again', async () => {
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

test('without an answer the cached member stands in, until there is a network', async () => {
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

test('a logout in another tab while the cache is read stands', async () => {
  await writeCache('me', me)
  storeTokens()
  const tab = openTab({
    'GET /users/me': () => {
      // The cache is read after what is written here.
      void writeCache('queries', {}).then(() => localStorage.clear())
      return noNetwork()
    },
  })
  await tab.becomes({ state: 'signed-out', left: true })
})

test('a logout that the network outlasts ends the waiting for it', async () => {
  storeTokens()
  const tab = openTab({
    'GET /users/me': () => {
      localStorage.clear()
      return noNetwork()
    },
  })
  await tab.becomes({ state: 'signed-out', left: false })
})

test('a tab that is gone follows nothing any more', async () => {
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
