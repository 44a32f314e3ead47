import type { Failure } from '../proxy/failure.ts';
import type { Testbed } from '../testbed/testbed.ts';
import type { TestbedKind } from '../testbed/testbeds.ts';

/** The way in which somebody meets a fault. */
export type Way =
  /** Looks at the list of transactions, and goes to the account page. */
  | 'to-account'
  /** Looks at the account page, and goes to the list of transactions. */
  | 'to-list'
  /** Has the account page open, and loads it again. */
  | 'again'
  /** Comes for the first time, to the account page. */
  | 'first'
  /** Comes for the first time, to the list of transactions. */
  | 'first-list'
  /** Looks at the list of transactions, and stays. */
  | 'stay';

/** Something that goes wrong, for real. */
export interface Fault {
  name: string;
  /** In words for people. */
  what: string;
  way: Way;
  /**
   * The most that it may cost while it lasts: `nothing` (what people wanted is there), `zone`, or
   * `page`, which then says so.
   */
  costs: 'nothing' | 'zone' | 'page';
  /** What it needs; absent: the data folder's own server. */
  testbed?: TestbedKind;
  /** Whether the browser has the offline cache. */
  offlineCache?: boolean;
  /** Before anybody looks, such as publishing a build. */
  prepare?(testbed: Testbed): Promise<void>;
  begin(testbed: Testbed): Promise<void>;
  end(testbed: Testbed): Promise<void>;
  /** How often it was met; absent: it cannot be missed. */
  met?(testbed: Testbed): number;
}

/** How a fault begins and ends. */
type Course = Pick<Fault, 'begin' | 'end'>;
type Server = keyof Testbed['proxies'];

/** Answers of a server fail on their way to the browser, for these paths. */
export function failing(
  server: Server,
  pathsOf: (testbed: Testbed) => RegExp,
  failure: Failure,
): Course & Required<Pick<Fault, 'met'>> {
  return {
    begin: async (testbed) => testbed.proxies[server].inject(pathsOf(testbed), failure),
    end: async ({ proxies }) => proxies[server].clear(),
    met: ({ proxies }) => proxies[server].hits(),
  };
}

/** A build of the list's remote is promoted, which was published before; `make` is for `publish`. */
export function promoted(
  make: Parameters<Testbed['publish']>[0],
): Course & Required<Pick<Fault, 'prepare'>> {
  let build = '';
  return {
    async prepare(testbed) {
      build = await testbed.publish(make);
    },
    begin: (testbed) => testbed.promote(build),
    end: (testbed) => testbed.putBack(),
  };
}

/** A server is killed, and started again at the end. */
export const killed = (server: 'site' | 'ledger'): Course => ({
  begin: ({ servers }) => servers[server].kill(),
  end: ({ servers }) => servers[server].start(),
});

/** The process of a server is stopped by a signal, and goes on at the end. */
export const stopped = (server: 'site' | 'ledger'): Course => ({
  begin: async ({ servers }) => servers[server].signal('SIGSTOP'),
  end: async ({ servers }) => servers[server].signal('SIGCONT'),
});
