import { rawCall, rawRequest } from '../../http/raw-requests.ts';
import { countsInWords } from '../../measures/counts.ts';
import type { Attack } from './attack.ts';
import { runLoads } from './load/load.ts';
import type { Load, LoadReport } from './load/order.ts';
import { liveStream } from './target/live-stream.ts';
import type { Target, TargetNeeds } from './target/target.ts';

/** What a hostile client sends; made once the servers of a target run. */
type Plan = (target: Target) => readonly Load[] | Promise<readonly Load[]>;

const clients = 64;
const news = rawRequest('GET', '/releases/events', { headers: { accept: 'text/event-stream' } });
const page = rawRequest('GET', '/');
const ready = rawRequest('GET', '/ready');
const missing = rawRequest('GET', '/none');
/** In every transfer, so that all are found and put in order. */
const costly = rawCall('/transfers/list/latest', {
  index: 1,
  items: 100,
  filters: { search: 'trader' },
});
const wholeList = rawCall('/transfers/export', { list: 'all', format: 'ndjson' });
const longList = rawCall('/transfers/list/latest', { index: 1, items: 100 });
const slowHead = 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ';
const slowBody =
  'POST /transfers/list/latest HTTP/1.1\r\nhost: localhost\r\nauthorization: public-local\r\n' +
  'content-type: application/json\r\ncontent-length: 60000\r\n\r\n{"data": "';
const slowReport =
  'POST /releases/reports HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\n' +
  'content-type: text/plain\r\ncontent-length: 16000\r\n\r\n{"tab": "';

/** `connections` of so many clients to one server. */
const load = (
  port: number,
  [connections, addresses]: readonly [number, number],
  send: string,
  next: Load['next'],
): Load => ({ port, connections, addresses, send, next });

/** The same to each server. */
const each = ({ ports }: Target, ...of: [readonly [number, number], string, Load['next']]) =>
  [ports.site, ports.ledger, ports.admin].map((port) => load(port, ...of));

const search =
  (connections: number): Plan =>
  ({ ports }) => [load(ports.ledger, [connections, 1], costly, 'again')];

const plans: Readonly<Record<string, readonly [what: string, plan: Plan, needs?: TargetNeeds]>> = {
  idle: [
    '21,000 connections that say nothing, from 64 addresses',
    ({ ports }) => [load(ports.ledger, [21_000, clients], '', 'wait')],
  ],
  descriptors: [
    '5,000 streams to each server, of which each may have 4,096 files open',
    async (target) => [
      load(target.ports.site, [5_000, clients], news, 'wait'),
      load(target.ports.ledger, [5_000, clients], await liveStream(target), 'wait'),
    ],
    { files: 4_096 },
  ],
  news: [
    '6,000 streams of release news of one client',
    ({ ports }) => [load(ports.site, [6_000, 1], news, 'wait')],
  ],
  live: [
    '6,000 live streams of one client',
    async (target) => [load(target.ports.ledger, [6_000, 1], await liveStream(target), 'wait')],
  ],
  unread: [
    '600 connections that ask 400 times each and read nothing',
    ({ ports }) => [
      load(ports.ledger, [300, clients], longList, 'unread'),
      load(ports.site, [300, clients], page, 'unread'),
    ],
  ],
  'slow-heads': [
    '4,500 requests whose headers come byte by byte',
    (target) => each(target, [1_500, clients], slowHead, 'drip'),
  ],
  'slow-bodies': [
    '4,000 requests whose bodies come byte by byte',
    ({ ports }) => [
      load(ports.ledger, [2_000, clients], slowBody, 'drip'),
      load(ports.site, [2_000, clients], slowReport, 'drip'),
    ],
  ],
  'search-5': ['Costly searches of one client on 5 connections', search(5)],
  'search-40': ['Costly searches of one client on 40 connections', search(40)],
  exports: [
    'Two clients that read exports slowly',
    ({ ports }) => [load(ports.ledger, [8, 2], wholeList, 'sip')],
  ],
  ready: [
    '`/ready` of each server, as fast as one client can',
    (target) => each(target, [8, 1], ready, 'again'),
  ],
  misses: [
    'Artifacts that there are none, as fast as one client can',
    ({ ports, app }) => [
      load(ports.site, [16, 1], rawRequest('GET', `/artifacts/${app}/1.0.0-{n}/index.js`), 'again'),
    ],
  ],
  refused: [
    'Requests beyond the limit, as fast as one client can',
    (target) => each(target, [8, 1], missing, 'again'),
  ],
};

/** An attack over the network that lasts as long as it is told to; it is judged by what it costs others. */
function overNetwork(name: string, what: string, plan: Plan, needs: TargetNeeds = {}): Attack {
  return {
    ...needs,
    name: `attack-${name}`,
    what,
    measured: true,
    async attack(target) {
      const report = await runLoads(await plan(target), target.seconds);
      return { blocked: true, summary: `${target.seconds} s, ${inWords(report)}` };
    },
  };
}

function inWords({ maxOpen, lost, answers }: LoadReport): string {
  const counts = countsInWords(answers);
  const closed = lost === 0 ? '' : `, ${lost} closed`;
  return `${maxOpen} connections${closed}${counts === '' ? '' : `; ${counts}`}`;
}

/** All of them at once, each from all addresses. */
const worst: Plan = async (target) => {
  // Without those that need something of the machine: who attacks from afar cannot ask for that.
  const others = Object.values(plans).filter(([, , needs]) => needs === undefined);
  const all = await Promise.all(others.map(([, plan]) => plan(target)));
  return all.flat().map((load) => ({ ...load, addresses: clients }));
};

/** What one hostile client does over the network. */
export const networkAttacks: readonly Attack[] = [
  ...Object.entries(plans).map(([name, [what, plan, needs]]) =>
    overNetwork(name, what, plan, needs),
  ),
  {
    ...overNetwork('worst', 'All of these together, from 64 addresses, for 60 s', worst),
    seconds: 60,
  },
];
