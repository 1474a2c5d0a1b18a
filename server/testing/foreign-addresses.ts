/**
 * What nobody may give for an address of a service's, since it leads elsewhere.
 * @param good an address of the service's own, at `host`
 * @param instead what may not stand in the place of a part of it
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
