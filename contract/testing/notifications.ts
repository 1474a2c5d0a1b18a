import type { Delivery } from '../notifications.ts'

export const undelivered: Delivery = {
  id: '01998d5c-0000-7000-8000-000000000001',
  user_name: '早川 蓮',
  kind: 'report',
  day: '2026-10-23',
  destination: 'slack',
  failure: 'SlackのチャンネルにAsakaiが入っていません。チャンネルに招待してください。',
  updated_at: '2026-10-23T09:00:00+09:00',
}
