/** Opens a minimal browser for sign-ins at providers: it stores the cookies of one site and follows redirects. */
export function openBrowser() {
  const jar = new Map<string, string>()

  async function ask(url: URL, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0]!.split('=') as [string, string]
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  return {
    /** Follows redirects. @param until stops before the first matching URL */
    async follow(
      address: string | URL,
      form?: Record<string, string>,
      until: (url: URL) => boolean = () => false,
    ): Promise<{ url: URL; response: Response }> {
      let url = new URL(address)
      let response = await ask(url, form)
      for (let target = response.headers.get('location'); target; target = response.headers.get('location')) {
        url = new URL(target, url)
        if (until(url)) break
        response = await ask(url)
      }
      return { url, response }
    },
  }
}
export type Browser = ReturnType<typeof openBrowser>

/** Returns the prefilled fields of an HTML form. */
export const valuesOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input[^>]*\bname="([^"]*)"[^>]*\bvalue="([^"]*)"/gu)].map(([, name, value]) => [
      name!,
      unescape(value!),
    ]),
  )

const unescape = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
