import { expect, test } from 'vitest'
import { hostOfRedirect, mayRedirectTo, schemeOfRedirect } from './policy.ts'

test.each([
  ['https://claude.ai/api/mcp/auth_callback', 'claude.ai', null],
  ['https://app.example.com:8443/callback', 'app.example.com:8443', null],
  ['http://localhost:33418/', null, null],
  ['http://127.0.0.1/callback', null, null],
  ['http://[::1]:7777/callback', null, null],
  ['com.example.app:/callback', null, 'com.example.app:'],
  ['com.example-2.app://oauth/callback', null, 'com.example-2.app:'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', null, 'cursor:'],
  ['vscode://vscode.example/callback', null, 'vscode:'],
])('a program may use the redirect address %s with the host %s and the scheme %s', (address, host, scheme) => {
  expect([mayRedirectTo(address), hostOfRedirect(address), schemeOfRedirect(address)]).toEqual([true, host, scheme])
})

test.each([
  'microsoft-edge:https://evil.example/callback',
  'x-safari-https://evil.example/callback',
  'googlechromes://evil.example/callback',
  'firefox://open-url?url=https://evil.example',
  'intent://evil.example#Intent;scheme=https;end',
  'web+evil:callback',
  'web+evil.example:callback',
  'ftp://evil.example/callback',
  'ws://evil.example/callback',
  'wss://evil.example/callback',
  'mailto:evil@example.com',
  'search-ms:query=x',
  'ms-word:ofe|u|https://evil.example/x.docx',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://evil.example/x',
  'file:///etc/passwd',
  'view-source:https://evil.example/',
  'http://evil.example/callback',
  'http://127.0.0.1.evil.example/callback',
  'https://claude.ai@evil.example/callback',
  'https://:x@evil.example/callback',
  'https:///',
  'com.:/callback',
  'https://evil.example/\r\nSet-Cookie: a=b',
  'https://evil.example/call back',
  'https://evil.example/callback\t',
  ' https://evil.example/callback',
  'https://evil.example\\callback',
  'https://ｅvil.example/callback',
  'com.example.app:/\u0000callback',
  'callback',
  '',
])('a program may not redirect to %s', (address) => {
  expect(mayRedirectTo(address)).toBe(false)
})
