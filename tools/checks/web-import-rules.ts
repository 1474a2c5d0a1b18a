import { type ImportRule, tests } from './import-rule.ts'

export const webRules: ImportRule[] = [
  {
    name: 'web-features-do-not-meet',
    from: /^web\/features\/([^/]+)\//u,
    except: tests,
    to: /^web\/features\//u,
    allowed: '^web/features/$1/',
    advice:
      'Features meet in web/screens: let the screen pass it as a prop, or move a shared piece to web/ui or web/lib.',
  },
  {
    name: 'web-flows-down',
    from: /^web\/(ui|api|lib)\//u,
    except: tests,
    to: /^web\/(app|screens|features)\//u,
    advice: 'ui, api and lib serve features and screens and know neither: take it as an argument.',
  },
  {
    name: 'lib-is-the-bottom',
    from: /^web\/lib\//u,
    except: tests,
    to: /^web\/(ui|api)\//u,
    advice: 'web/lib holds small helpers without controls or requests.',
  },
  {
    name: 'ui-knows-no-domain',
    from: /^web\/ui\//u,
    except: tests,
    to: /^(contract\/(?!format-list\.ts)|web\/api\/)/u, // a list of names is of no domain
    advice: 'web/ui could ship in another product: pass texts, numbers and callbacks as props.',
  },
  {
    name: 'features-below-screens',
    from: /^web\/features\//u,
    except: tests,
    to: /^web\/(app|screens)\//u,
    advice: 'A feature gets links and callbacks as props from its screen.',
  },
  {
    name: 'screens-below-app',
    from: /^web\/screens\//u,
    except: tests,
    to: /^web\/app\//u,
    allowed: '^web/app/paths\\.ts$',
    advice: 'Of web/app a screen knows paths.ts only.',
  },
  {
    name: 'client-behind-queries',
    from: /^web\//u,
    except: /^web\/(api\/|features\/[^/]+\/([a-z]+-)?queries\.ts$)|(^|\/)testing\/|\.test\.tsx?$/u,
    to: /^web\/api\/client\.ts$/u,
    advice:
      'Requests are made in features/<noun>/queries.ts or …-queries.ts, so that a key and its fetcher stand together.',
  },
  {
    name: 'tokens-belong-to-the-session',
    from: /^web\//u,
    except: /^web\/(api|features\/session)\/|(^|\/)testing\/|\.test\.tsx?$/u,
    to: /^web\/api\/tokens\.ts$/u,
    advice: 'Who is signed in is known from useSession(); the tokens stay with web/api and features/session.',
  },
]
