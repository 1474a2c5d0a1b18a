import './members.css'
import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../app/paths.ts'
import { type LicenceText, loadLicence } from '../features/licence/licence-text.ts'
import { useTitle } from '../lib/title.ts'
import { Button } from '../ui/button.tsx'
import { Wordmark } from '../ui/logo.tsx'
import { Bar, Failed, Delayed } from '../ui/states.tsx'

/** The terms of use, a page of its own: for members and for whoever is about to become one. */
export default function LicenceScreen() {
  const t = useTranslations('licence')
  const { text, failed, retry } = useLicence()
  return (
    <div className="mx-auto min-h-dvh max-w-176 px-4 py-6 md:py-10">
      <header>
        <Link href={paths.home} className="inline-flex min-h-11 items-center rounded-2" aria-label={t('home')}>
          <Wordmark />
        </Link>
      </header>
      <main className="mt-6 border-t-2 border-rule-ink pt-8 pb-16">
        {failed ? (
          <Failed
            title={t('failed')}
            actions={
              <Button kind="line" onClick={retry}>
                {t('retry')}
              </Button>
            }
          >
            {t('failedHint')}
          </Failed>
        ) : text ? (
          <Terms text={text} />
        ) : (
          <Delayed>
            <p role="status" className="sr-only">
              {t('loading')}
            </p>
            {['40%', '100%', '90%', '30%', '95%', '85%'].map((width) => (
              <Bar key={width} width={width} />
            ))}
          </Delayed>
        )}
      </main>
    </div>
  )
}

function Terms({ text }: { text: LicenceText }) {
  useTitle(text.title)
  return (
    <article className="max-w-(--measure) text-pretty">
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

function useLicence() {
  const language = useLocale()
  const [text, setText] = useState<LicenceText>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let current = true
    loadLicence(language).then(
      (loaded) => current && setText(loaded),
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [language, attempt])
  const retry = () => {
    setFailed(false)
    setAttempt((before) => before + 1)
  }
  return { text, failed, retry }
}
