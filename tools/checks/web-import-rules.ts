import { type ImportRule, tests } from './import-rule.ts'

/** docs/architecture.md lists these folders from the top to the bottom. A folder imports only those below it. */
export const webRules: ImportRule[] = [
  {
    name: 'screens-below-app',
    from: /^web\/screens\//u,
    except: tests,
    to: /^web\/app\//u,
    allowed: '^web/app/(members-|month-)?paths\\.ts$',
    advice: 'A screen imports only the addresses of web/app.',
  },
  {
    name: 'screens-do-not-meet',
    from: /^web\/screens\/(?!shell\/)([^/]+)\//u, // the shell contains the other screens
    except: tests,
    to: /^web\/screens\//u,
    allowed: '^web/screens/($1|shared|demo)/', // the build of the demo adds its members to the login
    advice: 'Move what several screens need to web/screens/shared.',
  },
  {
    name: 'shared-knows-no-screen',
    from: /^web\/screens\/shared\//u,
    except: tests,
    to: /^web\/screens\/(?!shared\/)/u,
    advice: 'web/screens/shared is below the screens: take it as an argument.',
  },
  {
    name: 'features-below-screens',
    from: /^web\/features\//u,
    except: tests,
    to: /^web\/(app|screens)\//u,
    advice: 'A feature gets links and callbacks as props from its screen.',
  },
  {
    name: 'web-features-do-not-meet',
    from: /^web\/features\/([^/]+)\//u,
    except: tests,
    to: /^web\/features\//u,
    allowed: '^web/features/$1/',
    advice:
      'Features meet in web/screens: let the screen pass it as a prop. Move a shared query to web/entities, and a shared component to web/domain or web/ui.',
  },
  {
    name: 'entities-below-features',
    from: /^web\/entities\//u,
    except: tests,
    to: /^web\/(app|screens|features|ui)\//u,
    advice: 'web/entities has one query for each thing that several features read, and no components.',
  },
  {
    name: 'domain-below-entities',
    from: /^web\/domain\//u,
    except: tests,
    to: /^web\/(app|screens|features|entities|api)\//u,
    advice:
      'web/domain has the rules and components of reports and members, without requests: take data as an argument.',
  },
  {
    name: 'api-knows-no-noun',
    from: /^web\/api\//u,
    except: tests,
    to: /^web\/(app|screens|features|entities|domain)\//u,
    advice: 'web/api serves every feature and knows none: take it as an argument.',
  },
  {
    name: 'ui-knows-no-domain',
    from: /^web\/ui\//u,
    except: tests,
    // Allows format-list.ts, because joining names belongs to no domain.
    to: /^(contract\/(?!format-list\.ts)|web\/(app|screens|features|entities|domain|api)\/)/u,
    advice:
      'web/ui could ship in another product: pass texts, numbers and callbacks as props, or move it to web/domain.',
  },
  {
    name: 'web-bottom',
    from: /^web\/(hooks|dates|storage|platform|brand)\//u,
    except: tests,
    to: /^web\/(?!(hooks|dates|storage|platform|brand)\/)/u,
    advice: 'web/hooks, dates, storage, platform and brand are the bottom: no controls and no requests.',
  },
  {
    name: 'client-behind-queries',
    from: /^web\//u,
    except: /^web\/(api\/|entities\/|features\/[^/]+\/([a-z-]+-)?queries\.ts$)|(^|\/)testing\/|\.test\.tsx?$/u,
    to: /^web\/api\/client\.ts$/u,
    advice:
      'Requests are made in entities/ and in features/<noun>/queries.ts or …-queries.ts, so that a key and its fetcher stand together.',
  },
  {
    name: 'tokens-belong-to-the-session',
    from: /^web\//u,
    except: /^web\/(api|features\/session)\/|(^|\/)testing\/|\.test\.tsx?$/u,
    to: /^web\/api\/tokens\.ts$/u,
    advice: 'Who is signed in is known from useSession(); the tokens stay with web/api and features/session.',
  },
]
