import { afterwards } from './afterwards.ts'
import { answerWith, type Fault } from './fault.ts'
import { listen } from './listen.ts'

export const discoveryPath = '/.well-known/openid-configuration'

/**
 * Starts an OpenID provider. The test sets its response for each path. Stops after the test file.
 * @param otherwise the response for other paths
 */
export async function faultyProvider(otherwise: Fault) {
  const answers = new Map<string, Fault>()
  const asked: string[] = []
  const { url, close } = await listen((request, response) => {
    asked.push(request.url!)
    request.resume()
    answerWith(response, answers.get(request.url!) ?? otherwise)
  })
  afterwards(close)
  const discovery = {
    issuer: url,
    authorization_endpoint: `${url}/auth`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  return { url, answers, asked, discovery }
}
