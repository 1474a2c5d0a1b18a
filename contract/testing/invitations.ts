import type { Invitation } from '../invitations.ts'

export const invitation = (parts: Partial<Invitation> = {}): Invitation => ({
  id: '01998d5c-0000-7000-8002-000000000001',
  email: 'naoki.uehara@hinode.example',
  role: 'designer',
  created_at: '2026-10-20T18:00:00+09:00',
  expires_at: '2026-10-27T18:00:00+09:00',
  status: 'pending',
  invited_by: '佐伯 美咲',
  ...parts,
})
