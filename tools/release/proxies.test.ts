import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// nginx refuses bodies over 1 MB by default. `trials/proxies.ts` sends such a body through the real proxies.
test.each([
  ['deploy/nginx/asakai.conf', 'client_max_body_size 8m;'],
  ['deploy/nginx/asakai-below-a-path.conf', 'client_max_body_size 8m;'],
  ['deploy/catalogues/yunohost/conf/nginx.conf', 'client_max_body_size 8m;'],
  ['deploy/kubernetes/asakai.yaml', 'nginx.ingress.kubernetes.io/proxy-body-size: 8m'],
])('the proxy configuration %s allows the largest import', (file, line) => {
  expect(readFileSync(file, 'utf8')).toContain(line)
})
