import { recentlyUsed } from '../../lib/recent.ts'

export const { read: recentSearches, remember: rememberSearch } = recentlyUsed('asakai_recent_searches')
