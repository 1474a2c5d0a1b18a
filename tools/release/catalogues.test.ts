// Checks the files of deploy/catalogues. The rules come from the documents and validators of each catalogue in 2026.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { variables } from '#server/config/variables.ts'
import { version } from './manifest.ts'

const folder = 'deploy/catalogues'
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const image = `ghcr.io/asakai/asakai:${version}`
const url = z.url({ protocol: /^https$/u })
const text = z.string().check(z.minLength(1))
const Localised = z.object({ en_US: text }).catchall(text)
const Service = z.looseObject({ image: z.literal(image), restart: text.optional() })

/** Checks a file with a rule, and checks that the rule rejects the same file with a fault. */
function check(rule: z.ZodType, value: unknown, faulty: unknown) {
  expect(rule.safeParse(value).error?.issues ?? []).toEqual([])
  expect(rule.safeParse(faulty).success).toBe(false)
}

test('every app store file names the image or archive of this version only', () => {
  const named = globSync(`${folder}/**/*.{yml,yaml,xml,toml}`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:asakai:|asakai-|\/v|tag: |version: "?)(\d+\.\d+\.\d+)/gu)].map(
      (match) => [file, match[1]],
    ),
  )
  expect(new Set(named.map(([file]) => file!.split('/')[2])).size).toBe(6)
  expect(named.filter(([file, found]) => found !== version && !file!.includes('truenas'))).toEqual([])
  expect(parse(read('truenas/ix_values.yaml'))).toMatchObject({ images: { image: { tag: version } } })
})

test('every setting in an app store file exists', () => {
  const passed = {
    casaos: Object.keys(parse(read('casaos/docker-compose.yml')).services.asakai.environment),
    umbrel: Object.keys(parse(read('umbrel/docker-compose.yml')).services.web.environment),
    unraid: [...read('unraid/asakai.xml').matchAll(/Target="([A-Z_]+)"/gu)].map((match) => match[1]!),
    truenas: [...read('truenas/templates/docker-compose.yaml').matchAll(/add_env\("(\w+)"/gu)].map(
      (match) => match[1]!,
    ),
    coolify: (parse(read('coolify/asakai.yaml')).services.asakai.environment as string[])
      .map((line) => line.split('=')[0]!)
      .filter((name) => !name.startsWith('SERVICE_')),
    yunohost: [...read('yunohost/conf/.env').matchAll(/^([A-Z_]+)=/gmu)].map((match) => match[1]!),
  }
  const known = new Set<string>([...variables, 'NODE_ENV'])
  for (const [catalogue, names] of Object.entries(passed)) {
    expect([catalogue, names.includes('PUBLIC_URL')]).toEqual([catalogue, true])
    expect([catalogue, names.filter((name) => !known.has(name))]).toEqual([catalogue, []])
  }
})

test('the file for CasaOS follows the rules of its store', () => {
  const Store = z.strictObject({
    id: z.string().check(z.regex(/^[a-z\d_-]+(?:\.[a-z\d_-]+)+$/u)),
    main: z.literal('asakai'),
    index: z.literal('/'),
    port_map: z.string().check(z.regex(/^\d+$/u)),
    scheme: z.enum(['http', 'https']),
    title: Localised,
    icon: url,
    screenshot_link: z.array(url).check(z.minLength(1)),
    tagline: Localised,
    description: Localised,
    tips: z.object({ before_install: Localised }),
    author: text,
    developer: text,
    category: z.enum(['Media', 'Productivity', 'Home', 'Networking', 'AI', 'Finance', 'Social', 'Developer', 'Others']),
    architectures: z.array(z.enum(['amd64', 'arm64'])),
    version: z.literal(version),
    release_notes: Localised,
    website: url,
    repo: url,
    support: url,
    docs: url,
  })
  const rule = z
    .strictObject({
      name: z.literal('asakai'),
      services: z.object({ asakai: Service.extend({ container_name: z.literal('asakai') }) }),
      volumes: z.record(text, z.unknown()),
      'x-casaos': Store,
    })
    .refine((app) => JSON.stringify(app).includes(`"published":"${app['x-casaos'].port_map}"`))
  const file = read('casaos/docker-compose.yml')
  check(rule, parse(file), parse(file.replace('category: Productivity', 'category: Reports')))
})

describe('the files for Umbrel', () => {
  const Manifest = z.strictObject({
    manifestVersion: z.union([z.literal(1), z.literal(1.1)]),
    id: z.string().check(z.regex(/^[a-z\d-]+$/u)),
    name: z.string().check(z.maxLength(50)),
    tagline: z.string().check(z.maxLength(100), z.regex(/[^.]$/u)),
    category: z.enum([
      'files',
      'bitcoin',
      'media',
      'networking',
      'social',
      'automation',
      'finance',
      'ai',
      'developer',
      'crypto',
    ]),
    version: z.literal(version),
    port: z.int().min(1024).max(65_535),
    description: z.string().check(z.minLength(50), z.maxLength(5_000)),
    developer: text,
    website: url,
    submitter: text,
    submission: url,
    repo: url,
    support: url,
    gallery: z.array(z.string().check(z.regex(/^\d\.jpg$/u))).check(z.minLength(3), z.maxLength(5)),
    releaseNotes: z.string(),
    dependencies: z.array(text),
    path: z.string(),
    defaultUsername: z.string(),
    defaultPassword: z.string(),
  })

  test('the manifest for Umbrel follows the rules of its store', () => {
    const file = read('umbrel/umbrel-app.yml')
    check(Manifest, parse(file), parse(file.replace('category: files', 'category: productivity')))
  })

  test('the compose file for Umbrel stores all data in the app’s folder, and opens no port beside the proxy', () => {
    const rule = z.strictObject({
      version: z.literal('3.7'),
      services: z.strictObject({
        app_proxy: z.looseObject({
          environment: z.looseObject({ APP_HOST: z.literal('asakai_web_1'), APP_PORT: z.literal(3000) }),
        }),
        web: Service.extend({
          user: z.literal('1000:1000'),
          volumes: z.array(z.string().check(z.startsWith(`\${APP_DATA_DIR}/data/`))),
          ports: z.undefined().optional(),
        }),
      }),
    })
    const file = read('umbrel/docker-compose.yml')
    check(rule, parse(file), parse(file.replace('APP_DATA_DIR', 'HOME')))
    const { port } = parse(read('umbrel/umbrel-app.yml'))
    expect(parse(file).services.web.environment.PUBLIC_URL).toBe(`http://\${DEVICE_DOMAIN_NAME}:${port}`)
  })
})

test('the template for Unraid follows the rules of Community Applications', () => {
  const flag = z.enum(['true', 'false'])
  const Config = z.looseObject({
    '@Name': text,
    '@Target': text,
    '@Default': z.string(),
    '@Mode': z.enum(['tcp', 'udp', 'rw', 'ro', '']),
    '@Description': text,
    '@Type': z.enum(['Port', 'Path', 'Variable', 'Label', 'Device']),
    '@Display': z.enum(['always', 'advanced', 'always-hide', 'advanced-hide']),
    '@Required': flag,
    '@Mask': flag,
  })
  const rule = z.object({
    Container: z.strictObject({
      '@version': z.literal('2'),
      Name: text,
      Repository: z.literal(image),
      Registry: url,
      Network: z.literal('bridge'),
      Shell: z.enum(['sh', 'bash']),
      Privileged: z.literal('false'),
      Support: url,
      Project: url,
      ReadMe: url,
      Overview: text,
      Category: z.string().check(z.regex(/^(?:[A-Z]\w+:(?:[A-Z]\w+)? ?)+$/u)),
      WebUI: z.literal('http://[IP]:[PORT:3000]/'),
      TemplateURL: url,
      Icon: url,
      ExtraParams: text,
      Config: z.array(Config),
    }),
  })
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false })
  const file = read('unraid/asakai.xml')
  expect(XMLValidator.validate(file)).toBe(true)
  const parsed = (xml: string) => {
    const { Container } = parser.parse(xml)
    return { Container }
  }
  check(rule, parsed(file), parsed(file.replace('Mode="tcp"', 'Mode="http"')))
})

describe('the files for TrueNAS', () => {
  const Metadata = z.looseObject({
    name: z.literal('asakai'),
    train: z.enum(['community', 'stable', 'enterprise']),
    version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/u)),
    app_version: z.literal(version),
    lib_version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/u)),
    lib_version_hash: z.string().check(z.regex(/^[\da-f]{64}$/u)),
    title: text,
    description: text,
    home: url,
    sources: z.array(url),
    maintainers: z.array(z.looseObject({ name: text, email: z.email() })),
    run_as_context: z.array(z.looseObject({ description: text, uid: z.int(), gid: z.int() })),
    capabilities: z.array(z.looseObject({ name: text, description: text })),
    host_mounts: z.array(z.looseObject({ description: text, host_path: text })),
    date_added: z.string().check(z.iso.date()),
    categories: z.array(text),
  })
  const Question: z.ZodType = z.lazy(() =>
    z.strictObject({
      variable: text,
      label: z.string(),
      group: text.optional(),
      description: text.optional(),
      schema: z.looseObject({
        type: z.enum(['string', 'int', 'boolean', 'dict', 'list', 'path', 'hostpath', 'uri']),
        enum: z.array(z.strictObject({ value: z.string(), description: z.string() })).optional(),
        attrs: z.array(Question).optional(),
        items: z.array(Question).optional(),
      }),
    }),
  )

  test('the metadata for TrueNAS has the fields that its validator requires', () => {
    const file = read('truenas/app.yaml')
    check(Metadata, parse(file), parse(file.replace(/^home: .*$/mu, '')))
  })

  test('the questions for TrueNAS have valid types and existing groups', () => {
    const file = read('truenas/questions.yaml')
    const rule = z
      .strictObject({
        groups: z.array(z.strictObject({ name: text, description: text })),
        questions: z.array(Question),
      })
      .refine(({ groups, questions }) =>
        (questions as { group: string }[]).every(({ group }) => groups.some(({ name }) => name === group)),
      )
    check(rule, parse(file), parse(file.replace('type: uri', 'type: address')))
  })

  test('the template for TrueNAS uses only values from a question or a constant', () => {
    const given = {
      ...parse(read('truenas/ix_values.yaml')),
      ...parse(read('truenas/templates/test_values/basic-values.yaml')),
    }
    const asked = [...read('truenas/templates/docker-compose.yaml').matchAll(/values\.([a-z_.]+)/gu)]
    expect(asked.length).toBeGreaterThan(10)
    const missing = asked.filter(
      ([, path]) =>
        path!
          .split('.')
          .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], given) === undefined,
    )
    expect(missing.map(([, path]) => path)).toEqual([])
  })
})

test('the file for Coolify has the header and the address that its templates need', () => {
  const file = read('coolify/asakai.yaml')
  for (const name of ['documentation', 'slogan', 'category', 'tags', 'logo', 'port'])
    expect(file).toMatch(new RegExp(`^# ${name}: \\S`, 'mu'))
  const rule = z.strictObject({
    services: z.strictObject({
      asakai: z.strictObject({
        image: z.literal(image),
        environment: z.array(text).check(z.refine((lines) => lines[0] === 'SERVICE_URL_ASAKAI_3000')),
        volumes: z.array(z.string().check(z.regex(/^asakai-\w+:\/\S+$/u))),
        shm_size: text,
        healthcheck: z.looseObject({ test: z.array(text) }),
      }),
    }),
  })
  check(rule, parse(file), parse(file.replace('volumes:', 'volume:')))
})

test('the package for YunoHost follows its manifest’s rules and has every script', () => {
  const source = z.strictObject({ url, sha256: z.string().check(z.regex(/^[\da-f]{64}$/u)) })
  const size = z.string().check(z.regex(/^\d+[KMG]$/u))
  const rule = z.strictObject({
    packaging_format: z.literal(2),
    id: z.literal('asakai'),
    name: text,
    description: z.record(z.string().check(z.regex(/^[a-z]{2}$/u)), z.string().check(z.maxLength(150))),
    version: z.literal(`${version}~ynh1`),
    maintainers: z.array(text),
    // YunoHost's linter refuses a `website` that is the address of the repository.
    upstream: z.strictObject({ license: z.literal('MIT'), admindoc: url, userdoc: url, code: url }),
    integration: z.strictObject({
      yunohost: z.string().check(z.regex(/^>= ?\d{1,2}(?:\.\d{1,2}){0,2}$/u)),
      helpers_version: z.literal('2.1'),
      architectures: z.array(z.enum(['amd64', 'arm64'])),
      multi_instance: z.boolean(),
      ldap: z.boolean(),
      sso: z.boolean(),
      disk: size,
      ram: z.strictObject({ build: size, runtime: size }),
    }),
    install: z.record(z.string(), z.looseObject({ type: z.enum(['domain', 'path', 'group']) })),
    resources: z.strictObject({
      sources: z.strictObject({ main: z.looseObject({ amd64: source, arm64: source }) }),
      system_user: z.strictObject({}),
      install_dir: z.looseObject({}),
      data_dir: z.strictObject({ subdirs: z.array(text) }),
      permissions: z.strictObject({ main: z.looseObject({ url: z.literal('/') }) }),
      ports: z.strictObject({ main: z.strictObject({ default: z.int() }) }),
    }),
  })
  const file = read('yunohost/manifest.toml')
  check(rule, parseToml(file), parseToml(file.replace('packaging_format = 2', 'packaging_format = 1')))
  const scripts = ['_common.sh', 'install', 'remove', 'upgrade', 'backup', 'restore'].map((name) => `scripts/${name}`)
  const parts = [...scripts, 'conf/nginx.conf', 'conf/systemd.service', 'conf/.env', 'doc/DESCRIPTION.md', 'tests.toml']
  expect(parts.filter((part) => !existsSync(join(folder, 'yunohost', part)))).toEqual([])
})

test('the scripts for YunoHost overwrite the backup of their last run', () => {
  const scripts = globSync(`${folder}/yunohost/scripts/*`).map((file) => readFileSync(file, 'utf8'))
  const backups = scripts.flatMap((script) => script.match(/^run_asakai backup .*$/gmu) ?? [])
  expect(backups.length).toBe(2)
  expect(backups.filter((line) => !line.endsWith(' --force'))).toEqual([])
})

test('the service for YunoHost allows the system calls of the service for Debian, and no others', () => {
  const callsOf = (file: string) => readFileSync(file, 'utf8').match(/^SystemCall.*$/gmu)
  expect(callsOf(`${folder}/yunohost/conf/systemd.service`)).toEqual(callsOf('deploy/systemd/asakai.service'))
})
