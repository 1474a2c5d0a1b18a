import { useLocale, useTranslations } from 'use-intl'
import { type LicenceText, licenceLoader } from '../../features/licence/licence-text.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { ReadingPage } from '../shared/reading-page.tsx'

export default function LicenceScreen() {
  const t = useTranslations('licence')
  return (
    <ReadingPage load={licenceLoader(useLocale())} loading={t('loading')} failed={t('failed')}>
      {(text) => <Terms text={text} />}
    </ReadingPage>
  )
}

function Terms({ text }: { text: LicenceText }) {
  return (
    <article className="max-w-(--measure) text-pretty">
      <PageTitle>{text.title}</PageTitle>
      <h1 className="d-26">{text.title}</h1>
      <p className="mt-4 t-15 text-text-2">{text.intro}</p>
      {text.sections.map(({ heading, paragraphs }) => (
        <section key={heading} className="mt-8">
          <h2 className="t-17b">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-2 t-15">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  )
}
