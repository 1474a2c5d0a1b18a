import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, vi } from 'vitest'
import { IntlProvider } from 'use-intl'
import type { LatestReport } from '#contract/reports.ts'
import { member, signedIn as asSignedIn } from '#contract/testing/members.ts'
import messages from '../../locales/ja.json' with { type: 'json' }
import type { ReportTime } from '#contract/report-time.ts'
import type { User } from '#contract/users.ts'
import { reportDrafts } from '../features/reports/drafts.ts'
import type { PendingAction } from '../features/reports/use-pending-action.ts'
import { Outbox } from '../screens/shell/outbox.tsx'
import { DailyReportScreen } from '../screens/daily-report/daily-report.tsx'
import { PanelContainer } from '../ui/panel.tsx'
import { Toaster } from '../ui/toast.tsx'
import { report } from './server.ts'
import { show } from './show.tsx'

export const today = '2026-10-23'
const misaki = member('misaki', '佐伯', '美咲')
const ren = member('ren', '早川', '蓮')
export const members = [misaki, ren, member('toru', '小野寺', '徹')]
export const latest: LatestReport = {
  ...report({ report_date: '2026-10-22', today_plan: '続き', issues: '困った' }),
  blocker: '困った',
}
/** The storage key of today's draft. */
export const key = reportDrafts.key('misaki', today)

type Parts = { signedIn?: boolean; day?: string; me?: Partial<User>; pendingAction?: PendingAction; time?: ReportTime }

function Screen({ signedIn = true, day = today, me, pendingAction, time = 'morning' }: Parts) {
  const its = asSignedIn({ ...misaki, ...me })
  const user = { ...its, team: { ...its.team, report_time: time } }
  const [date, setDate] = useState(day)
  const [stillTo, setStillTo] = useState(pendingAction)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <PanelContainer value={place}>
      <main>
        <DailyReportScreen
          date={date}
          today={today}
          latest={today}
          user={signedIn ? user : undefined}
          onSelect={setDate}
          pendingAction={stillTo}
          onActionDone={() => setStillTo(undefined)}
        />
      </main>
      <div ref={setPlace} />
      {signedIn && <Outbox userId={misaki.id} readUser={() => Promise.resolve()} />}
      <Toaster label="通知" closeLabel="閉じる" nothingToUndo="元に戻せる操作はありません" lifetime={3_000} />
    </PanelContainer>
  )
}

/** Renders the day as the signed-in member 佐伯 美咲 sees it. */
export function open(parts: Parts = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return show(
    <QueryClientProvider client={queries}>
      <IntlProvider locale="ja" messages={messages} timeZone="Asia/Tokyo">
        <Screen {...parts} />
      </IntlProvider>
    </QueryClientProvider>,
  )
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const field = (name: string | RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
export const panelGone = () => waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())

/** Advances the clock by a second, so that a submit counts as the answer to a question, not as a double press. */
export const noticeQuestion = () => void vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000)
