import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { GuideContent } from '../../features/help/guide-content.tsx'
import { type GuideLanguage, guideLoader } from '../../features/help/guide-loader.ts'
import type { Guide } from '../../features/help/guide.ts'
import { languageOptions } from '../../platform/language-names.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { underlined } from '../../ui/text-link.ts'
import { ReadingPage } from '../shared/reading-page.tsx'

/**
 * The members' guide: in Japanese for Japanese readers, otherwise in English. The hash is the id of a section (D2.16).
 */
export default function HelpScreen() {
  const t = useTranslations('help')
  const isJapanese = useLocale() === 'ja'
  const [language, setLanguage] = useState<GuideLanguage>(isJapanese ? 'ja' : 'en')
  const other = language === 'ja' ? 'en' : 'ja'
  return (
    <ReadingPage
      load={guideLoader(language)}
      loading={t('loading')}
      failed={t('failed')}
      aside={
        <button
          type="button"
          lang={other}
          onClick={() => setLanguage(other)}
          className={`min-h-11 cursor-pointer rounded-1 px-1 t-14 ${underlined}`}
        >
          {languageOptions.find(({ value }) => value === other)?.name}
        </button>
      }
    >
      {(guide) => <Article guide={guide} />}
    </ReadingPage>
  )
}

const begin = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true })
const beginAt = (heading: HTMLElement | null) => {
  begin(heading)
  heading?.scrollIntoView()
}

function Article({ guide: { language, title, intro, sections, pictures } }: { guide: Guide }) {
  const t = useTranslations('help')
  // The browser could not scroll to the section in the hash, because the section was not rendered when the page loaded.
  const [named] = useState(() => sections.find(({ id }) => id === window.location.hash.slice(1))?.id)
  return (
    <article lang={language} className="text-pretty">
      <PageTitle>{title}</PageTitle>
      <h1 ref={named ? undefined : begin} tabIndex={-1} className="d-26 outline-none">
        {title}
      </h1>
      <GuideContent nodes={intro} pictures={pictures} />
      <nav aria-label={t('sections')} className="mt-6 border-y border-rule py-3 print:hidden">
        <ul className="gap-x-8 sm:columns-2">
          {sections.map(({ id, heading: name }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className={`inline-flex min-h-8 items-center t-14 pointer-coarse:min-h-11 pointer-coarse:min-w-11 ${underlined}`}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ id, heading: name, content }) => (
        <section key={id} aria-labelledby={id} className="mt-10">
          <h2 ref={id === named ? beginAt : undefined} id={id} tabIndex={-1} className="scroll-mt-4 t-20b outline-none">
            {name}
          </h2>
          <GuideContent nodes={content} pictures={pictures} />
        </section>
      ))}
    </article>
  )
}
