import { recentlyUsed } from '../../lib/recent.ts'

/** Ids of commands of the palette. */
export const { read: recentCommands, remember: rememberCommand } = recentlyUsed('asakai_recent_commands')
