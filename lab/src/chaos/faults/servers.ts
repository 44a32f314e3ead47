import type { Failure } from '../proxy/failure.ts';
import { type Fault, failing, killed, stopped } from './fault.ts';

const all = () => /^/;

/** Servers that end or hang, as processes. */
const processes: readonly Fault[] = [
  {
    name: 'site-killed-open-tab',
    what: 'The site server is killed; somebody in an open tab goes to a remote that never ran',
    way: 'to-account',
    costs: 'nothing',
    offlineCache: true,
    ...killed('site'),
  },
  {
    name: 'site-killed-returning-tab',
    what: 'The site server is killed; a tab is loaded again',
    way: 'again',
    costs: 'nothing',
    offlineCache: true,
    ...killed('site'),
  },
  {
    name: 'site-hangs-returning-tab',
    what: 'The site server hangs; a tab is loaded again',
    way: 'again',
    costs: 'nothing',
    offlineCache: true,
    ...stopped('site'),
  },
  {
    name: 'ledger-killed',
    what: 'The ledger service is killed',
    way: 'to-list',
    costs: 'zone',
    ...killed('ledger'),
  },
  {
    name: 'ledger-hangs',
    what: 'The ledger service hangs',
    way: 'to-list',
    costs: 'zone',
    ...stopped('ledger'),
  },
  {
    name: 'ledger-killed-open-list',
    what: 'The ledger service is killed while somebody looks at a live list',
    way: 'stay',
    costs: 'nothing',
    ...killed('ledger'),
  },
];

/** The answer of the ledger service fails. */
function listFault(failure: Failure, what: string): Fault {
  return {
    name: `list-${failure}`,
    what: `The answer with the list of transactions ${what}`,
    way: 'to-list',
    costs: failure === 'late' ? 'nothing' : 'zone',
    ...failing('ledger', () => /^\/transfers\/list/, failure),
  };
}

/** Who meets what is beneath both servers; a list needs it, a page that was loaded before does not. */
const visits = [
  { way: 'to-list', name: 'list', who: 'somebody goes to a list', costs: 'zone' },
  { way: 'again', name: 'page', who: 'a tab is loaded again', costs: 'nothing' },
] as const;

/** Stores that stop or hang. */
const stores: readonly Fault[] = visits.flatMap(({ way, name, who, costs }): Fault[] => [
  {
    name: `postgres-stopped-${name}`,
    what: `PostgreSQL is stopped; ${who}`,
    way,
    costs,
    testbed: 'postgres',
    begin: async ({ postgres }) => postgres?.server.stop(),
    end: async ({ postgres }) => postgres?.server.start(),
  },
  {
    name: `postgres-hangs-${name}`,
    what: `PostgreSQL does not answer, neither the ledger service nor the registry; ${who}`,
    way,
    costs,
    testbed: 'postgres',
    begin: async ({ postgres }) => postgres?.proxy.hang(),
    end: async ({ postgres }) => postgres?.proxy.resume(),
  },
]);

/** No room for anything more: what is there can be read. */
const disks: readonly Fault[] = visits.map(({ way, name, who }) => ({
  name: `disk-full-${name}`,
  what: `The disk of both servers is full; ${who}`,
  way,
  costs: 'nothing',
  testbed: 'disk',
  begin: async ({ disk }) => disk?.fill(1),
  end: async ({ disk }) => disk?.empty(),
}));

/** For what may not be asked for while somebody looks. */
const uncounted = ({ begin, end }: Pick<Fault, 'begin' | 'end'>) => ({ begin, end });

export const serverFaults: readonly Fault[] = [
  ...processes,
  ...stores,
  ...disks,
  {
    name: 'identity-killed',
    what: 'The identity service is killed',
    way: 'to-account',
    costs: 'nothing',
    testbed: 'identity',
    begin: async ({ identity }) => identity?.kill(),
    end: async ({ identity }) => identity?.start(),
  },
  listFault('error-500', 'is an error (500)'),
  listFault('error-502', "is a proxy's (502)"),
  listFault('a-page', 'is a page of HTML'),
  listFault('cut', 'is cut off in the middle'),
  listFault('truncated', 'is half as long'),
  listFault('refused', 'cannot be had'),
  listFault('late', 'comes six seconds late'),
  {
    name: 'identity-refused',
    what: 'The identity service cannot be reached',
    way: 'to-account',
    costs: 'nothing',
    ...uncounted(failing('identity', all, 'refused')),
  },
  {
    name: 'site-502-returning-tab',
    what: 'A proxy says that the site server is away (502); a tab is loaded again',
    way: 'again',
    costs: 'nothing',
    offlineCache: true,
    ...failing('site', all, 'error-502'),
  },
  {
    name: 'page-cut-returning-tab',
    what: 'Pages are cut off in the middle; a tab is loaded again',
    way: 'again',
    costs: 'nothing',
    offlineCache: true,
    ...failing('site', () => /^\/(?!artifacts|keeper|releases)/, 'cut'),
  },
  {
    name: 'news-refused',
    what: 'News of releases and reports of tabs cannot be had',
    way: 'stay',
    costs: 'nothing',
    ...uncounted(failing('site', () => /^\/releases\//, 'refused')),
  },
];
