import { recentlyUsed } from '../../lib/recent.ts'

/** Words that were looked for. */
export const { read: recentSearches, remember: rememberSearch } = recentlyUsed('asakai_recent_searches')
