import type { Trouble } from '../line/trouble.ts';
import type { Fault } from './fault.ts';

const lists = /^\/transfers\/list/;

/** Servers that end or hang, as processes. */
const processes: readonly Fault[] = [
  {
    name: 'site-killed-open-tab',
    what: 'The site server is killed; somebody in an open tab goes to a remote that never ran',
    way: 'to-account',
    costs: 'nothing',
    keeper: true,
    begin: ({ house }) => house.site.kill(),
    end: ({ house }) => house.site.start(),
  },
  {
    name: 'site-killed-returning-tab',
    what: 'The site server is killed; a tab is loaded again',
    way: 'again',
    costs: 'nothing',
    keeper: true,
    short: true,
    begin: ({ house }) => house.site.kill(),
    end: ({ house }) => house.site.start(),
  },
  {
    name: 'site-hangs-returning-tab',
    what: 'The site server hangs; a tab is loaded again',
    way: 'again',
    costs: 'nothing',
    keeper: true,
    begin: async ({ house }) => house.site.signal('SIGSTOP'),
    end: async ({ house }) => house.site.signal('SIGCONT'),
  },
  {
    name: 'ledger-killed',
    what: 'The ledger service is killed',
    way: 'to-list',
    costs: 'zone',
    short: true,
    begin: ({ house }) => house.ledger.kill(),
    end: ({ house }) => house.ledger.start(),
  },
  {
    name: 'ledger-hangs',
    what: 'The ledger service hangs',
    way: 'to-list',
    costs: 'zone',
    begin: async ({ house }) => house.ledger.signal('SIGSTOP'),
    end: async ({ house }) => house.ledger.signal('SIGCONT'),
  },
  {
    name: 'ledger-killed-open-list',
    what: 'The ledger service is killed while somebody looks at a live list',
    way: 'stay',
    costs: 'nothing',
    begin: ({ house }) => house.ledger.kill(),
    end: ({ house }) => house.ledger.start(),
  },
];

/** What comes over a line: of the ledger service, of identity, of pages. */
function listFault(trouble: Trouble, what: string): Fault {
  return {
    name: `list-${trouble}`,
    what: `The answer with the list of transactions ${what}`,
    way: 'to-list',
    costs: trouble === 'late' ? 'nothing' : 'zone',
    begin: async ({ lines }) => lines.ledger.trouble(lists, trouble),
    end: async ({ lines }) => lines.ledger.mend(),
    met: ({ lines }) => lines.ledger.met(),
  };
}

/** Stores that stop or hang, beneath both servers. */
const stores: readonly Fault[] = (['to-list', 'again'] as const).flatMap((way): Fault[] => {
  const costs = way === 'to-list' ? 'zone' : 'nothing';
  const who = way === 'to-list' ? 'somebody goes to a list' : 'a tab is loaded again';
  const name = way === 'to-list' ? 'list' : 'page';
  return [
    {
      name: `postgres-stopped-${name}`,
      what: `PostgreSQL is stopped; ${who}`,
      way,
      costs,
      ground: 'postgres',
      begin: async ({ postgres }) => postgres?.server.stop(),
      end: async ({ postgres }) => postgres?.server.start(),
    },
    {
      name: `postgres-hangs-${name}`,
      what: `PostgreSQL does not answer, neither the ledger service nor the registry; ${who}`,
      way,
      costs,
      ground: 'postgres',
      begin: async ({ postgres }) => postgres?.line.hang(),
      end: async ({ postgres }) => postgres?.line.mend(),
    },
  ];
});

/** No room for anything more: what is there can be read. */
const disks: readonly Fault[] = (['to-list', 'again'] as const).map((way): Fault => {
  const who = way === 'to-list' ? 'somebody goes to a list' : 'a tab is loaded again';
  return {
    name: `disk-full-${way === 'to-list' ? 'list' : 'page'}`,
    what: `The disk of both servers is full; ${who}`,
    way,
    costs: 'nothing',
    ground: 'disk',
    begin: async ({ disk }) => disk?.fill(1),
    end: async ({ disk }) => disk?.empty(),
  };
});

export const serverFaults: readonly Fault[] = [
  ...processes,
  ...stores,
  ...disks,
  {
    name: 'identity-killed',
    what: 'The identity service is killed',
    way: 'to-account',
    costs: 'nothing',
    ground: 'identity',
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
    begin: async ({ lines }) => lines.identity.trouble(/^/, 'refused'),
    end: async ({ lines }) => lines.identity.mend(),
  },
  {
    name: 'site-502-returning-tab',
    what: 'A proxy says that the site server is away (502); a tab is loaded again',
    way: 'again',
    costs: 'nothing',
    keeper: true,
    begin: async ({ lines }) => lines.site.trouble(/^/, 'error-502'),
    end: async ({ lines }) => lines.site.mend(),
    met: ({ lines }) => lines.site.met(),
  },
  {
    name: 'page-cut-returning-tab',
    what: 'Pages are cut off in the middle; a tab is loaded again',
    way: 'again',
    costs: 'nothing',
    keeper: true,
    begin: async ({ lines }) => lines.site.trouble(/^\/(?!artifacts|keeper|releases)/, 'cut'),
    end: async ({ lines }) => lines.site.mend(),
    met: ({ lines }) => lines.site.met(),
  },
  {
    name: 'news-refused',
    what: 'News of releases and reports of tabs cannot be had',
    way: 'stay',
    costs: 'nothing',
    begin: async ({ lines }) => lines.site.trouble(/^\/releases\//, 'refused'),
    end: async ({ lines }) => lines.site.mend(),
  },
];
