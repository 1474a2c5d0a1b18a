import { renderToStaticMarkup } from 'react-dom/server'
import { type Messages, IntlProvider } from 'use-intl'
import type { Language } from '#contract/languages.ts'
import { AuthLayout } from '../features/session/auth-layout.tsx'

/**
 * What of the login is the same for everybody, for the page that the server sends: without the form, into which nobody can type
 * before the scripts are there.
 */
export const drawLogin = (language: Language, messages: Messages) =>
  renderToStaticMarkup(
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      <AuthLayout title={messages.session.login.title} lead={messages.session.login.lead}>
        {null}
      </AuthLayout>
    </IntlProvider>,
  )
