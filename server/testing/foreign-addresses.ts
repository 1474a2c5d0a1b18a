/**
 * Returns URLs that must be refused as a service's webhook, because they lead elsewhere.
 * @param good a valid URL of the service at `host`
 * @param instead forbidden replacements for parts of the URL
 */
export const foreignAddresses = (good: string, host: string, instead: Record<string, readonly string[]>) => [
  'hello',
  good.replace('https:', 'http:'),
  good.replace(host, `${host}.evil.example`),
  good.replace(host, 'evil.example'),
  good.replace(host, '127.0.0.1'),
  good.replace(host, `${host}:8443`),
  good.replace('https://', 'https://user:password@'),
  ...Object.entries(instead).flatMap(([part, others]) => others.map((other) => good.replace(part, other))),
]
