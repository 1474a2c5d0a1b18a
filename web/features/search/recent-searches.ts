import { recentlyUsed } from '../../storage/recent.ts'

export const { read: recentSearches, remember: rememberSearch } = recentlyUsed('asakai_recent_searches')
