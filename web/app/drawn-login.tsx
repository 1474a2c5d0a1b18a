import { renderToStaticMarkup } from 'react-dom/server'
import { type Messages, IntlProvider } from 'use-intl'
import type { Language } from '#contract/languages.ts'
import { AuthLayout } from '../features/session/auth-layout.tsx'

/**
 * Renders the part of the login that is the same for everybody, for the HTML that the server sends. Leaves out the
 * form, because it does not work before the scripts run.
 */
export const drawLogin = (language: Language, messages: Messages) =>
  renderToStaticMarkup(
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      <AuthLayout title={messages.session.login.title} lead={messages.session.login.lead}>
        {null}
      </AuthLayout>
    </IntlProvider>,
  )
