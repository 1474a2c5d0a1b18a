import { screen, waitFor, within } from '@testing-library/react'
import type { Language } from '#contract/languages.ts'
import { invitation } from '#contract/testing/invitations.ts'
import { member } from '#contract/testing/members.ts'
import { type Answer, type Answers, me, openApp } from './app.tsx'

const ren = member('ren', '早川', '蓮', { role: 'developer', last_active: '2026-10-23T08:47:00+09:00' })
const haruka = member('haruka', '白川', '悠', {
  is_active: false,
  deactivated_at: '2026-09-30T12:00:00+09:00',
  role: 'iOS',
  last_active: '2025-09-30T12:00:00+09:00',
})
export const people: Answer = { status: 200, body: [haruka, ren, me] }

export const naoki = invitation({ id: 'naoki' })
export const tiiu = invitation({ id: 'tiiu', email: 'tiiu.saar@hinode.example', status: 'expired' })
export const invited = (...invitations: unknown[]): Answer => ({ status: 200, body: { invitations } })

/**
 * Opens the team screen with three members and two invitations, one of them expired.
 * @param tab the query of the URL, such as `?tab=settings`
 */
export const open = (answers: Answers = {}, tab = '', language?: Language) =>
  openApp(`/team${tab}`, { 'GET /users/': people, 'GET /invitations/': invited(naoki, tiiu), ...answers }, language)

export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const toast = (words: string | RegExp) =>
  waitFor(() => within(screen.getByLabelText('お知らせ')).getByText(words))
export const namesOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)
