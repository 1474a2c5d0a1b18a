import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { underlined } from '../../ui/text-link.ts'
import { recentSearches } from './recent-searches.ts'

export function RecentSearches({ userId, onChoose }: { userId: string; onChoose: (words: string) => void }) {
  const t = useTranslations('search')
  const [recent] = useState(() => recentSearches(userId))
  if (recent.length === 0) return
  return (
    <section aria-labelledby="recent-searches" className="pt-5">
      <h2 id="recent-searches" className="t-12 text-text-3">
        {t('recent')}
      </h2>
      <ul className="mt-1">
        {recent.map((words) => (
          <li key={words}>
            <button
              type="button"
              dir="auto"
              onClick={() => onChoose(words)}
              className={`min-h-control cursor-pointer text-left t-14 wrap-anywhere ${underlined}`}
            >
              {words}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
