import { type ImportRule, tests } from './import-rule.ts'
import { webRules } from './web-import-rules.ts'

/** The rules for imports. docs/architecture.md has a table of the same rules. */
export const importRules: ImportRule[] = [
  {
    name: 'contract-stands-alone',
    from: /^contract\//u,
    except: tests,
    to: /./u,
    allowed: '^(contract/|node_modules/zod$)',
    advice:
      'contract/ is read by both sides and needs only the schema library; logic belongs in server/features or web/domain.',
  },
  {
    name: 'web-and-server-never-meet',
    from: /^web\//u,
    to: /^server\//u,
    advice: 'The browser knows the server by contract/ alone: move the shared shape or constant there.',
  },
  {
    name: 'server-never-imports-web',
    from: /^server\//u,
    to: /^web\//u,
    advice: 'Move what both need to contract/.',
  },
  {
    name: 'web-without-node',
    from: /^web\//u,
    except: tests,
    to: /^node:/u,
    advice: "The browser has no Node: use the platform's own, or do it in vite.config.ts at build time.",
  },
  {
    name: 'driver-only-in-db',
    from: /^(server|contract|web)\//u,
    except: /^server\/(db|testing)\//u,
    to: /^node_modules\/(pg|postgres)(-|$)/u,
    advice: 'Only server/db uses the driver: take the Database, or a Db inside withTeamTransaction(), as an argument.',
  },
  {
    name: 'traces-only-where-asked',
    from: /^(server|contract|web)\//u,
    except: /^server\/tracing\//u,
    to: /^node_modules\/@opentelemetry\//u,
    advice: 'OpenTelemetry is loaded only where the operator asks for traces: follow it in server/tracing.',
  },
  {
    name: 'queue-only-in-jobs',
    from: /^(server|contract|web)\//u,
    except: /^server\/(db|jobs|testing)\//u,
    to: /^node_modules\/graphile-worker$/u,
    advice: 'A job is asked for with addJob() of server/db/jobs.ts, inside the transaction of what it is about.',
  },
  {
    name: 'jobs-above-features',
    from: /^server\/(?!jobs\/|main\.ts$)/u,
    except: tests,
    to: /^server\/jobs\//u,
    advice: 'server/jobs names the operations that run by themselves; nothing but main.ts needs it.',
  },
  {
    name: 'statements-only-in-sql',
    from: /^server\//u,
    except: /^server\/(db|access|testing)\/|\/sql\.ts$|\.test\.ts$/u,
    to: /^node_modules\/kysely$/u,
    advice: 'Statements belong in the sql.ts of their folder.',
  },
  {
    name: 'sql-is-the-bottom',
    from: /^server\/features\/([^/]+\/){1,2}sql\.ts$/u,
    to: /^server\//u,
    allowed: '^server/(db/|access/scope\\.ts$|providers/issue\\.ts$)',
    advice: 'sql.ts holds statements only: rules and other parts belong in operations.ts, which calls it.',
  },
  {
    name: 'routes-skip-nothing',
    from: /^(server\/features\/(?:[^/]+\/){1,2})routes\.ts$/u,
    to: /^server\/(db|providers|features)\//u,
    allowed: '^$1operations\\.ts$',
    advice:
      'A route checks its input, names its actor and calls one operation of its own part: move the rest to operations.ts.',
  },
  {
    name: 'domain-knows-no-http',
    from: /^server\/(features|access|webhook-events)\/(.+\/)?(operations|policy|sql)\.ts$/u,
    to: /^(server\/http\/|node_modules\/(fastify|@fastify\/))/u,
    advice: 'Operations run without HTTP: read headers, cookies and status codes in routes.ts, fail with AppError.',
  },
  {
    name: 'policy-is-pure',
    from: /^server\/(features|access|webhook-events)\/(.+\/)?policy\.ts$/u,
    to: /^(server\/|node_modules\/|node:)/u,
    allowed: '^server/access/scope\\.ts$',
    advice: 'policy.ts answers yes or no from its arguments: read rows and time in operations.ts and pass them in.',
  },
  {
    name: 'features-meet-at-operations',
    from: /^(server\/features\/(?:[^/]+\/){1,2})[^/]+$/u,
    except: tests,
    to: /^server\/features\//u,
    allowed: '^($1|server/features/([^/]+/){1,2}operations\\.ts$)',
    advice: 'Call the operations.ts of another part; its sql.ts and policy.ts are its own.',
  },
  {
    name: 'one-list-of-routes',
    from: /./u,
    except: /^server\/routes\.ts$|\.test\.ts$/u,
    to: /^server\/features\/.+\/routes\.ts$/u,
    advice: 'server/routes.ts is the one list of what the API answers.',
  },
  {
    name: 'infrastructure-below-features',
    from: /^server\/(access|config|db|load|process|providers|text|webhook-events)\//u,
    except: tests,
    to: /^server\/(features|http)\/|^server\/app\.ts$/u,
    advice: 'Features import these folders, never the other way: pass what is needed as an argument.',
  },
  ...webRules,
  {
    name: 'product-without-its-tools',
    from: /^(contract|server|web)\//u,
    to: /^(cli|tools|bench|demo|trials|e2e|firefox|webkit|shots)\//u,
    advice:
      'What the product needs does not live in cli/, tools/, bench/, demo/, trials/, e2e/, firefox/, webkit/ or shots/.',
  },
  {
    name: 'commands-without-tools',
    from: /^cli\//u,
    except: tests,
    to: /^(tools|bench|demo|trials|e2e|firefox|webkit|shots|web)\//u,
    advice: 'cli/ is part of a release, which contains no tools and no tests: move what the command needs to server/.',
  },
  {
    name: 'testing-stays-in-tests',
    from: /./u,
    except:
      /(^|\/)testing\/|\.(test|fixture)\.tsx?$|^(e2e|firefox|webkit|shots|bench|trials|tools)\/|^(vitest|playwright)\.config\.ts$/u,
    to: /(^|\/)testing\//u,
    advice: 'testing/ is for tests: move what the product needs out of it.',
  },
  {
    name: 'no-index-files',
    from: /./u,
    to: /(^|\/)index\.tsx?$/u,
    allowed: '^node_modules/',
    advice: 'Import the file that has it: an index hides where a line lives.',
  },
]

/** Returns the rules that an import breaks. Both paths are relative to the root of the repository. */
export function brokenRules(from: string, to: string): ImportRule[] {
  return importRules.filter((rule) => {
    const match = rule.from.exec(from)
    if (!match || rule.except?.test(from) || !rule.to.test(to)) return false
    return !(rule.allowed && new RegExp(rule.allowed.replaceAll('$1', match[1] ?? ''), 'u').test(to))
  })
}
