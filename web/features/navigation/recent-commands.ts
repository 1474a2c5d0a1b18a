import { recentlyUsed } from '../../storage/recent.ts'

export const { read: recentCommands, remember: rememberCommand } = recentlyUsed('asakai_recent_commands')
