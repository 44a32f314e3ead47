import type { Store } from '@tallystick/backend/src/store/store.ts';
import type { Measure } from '../measures/measures.ts';
import { median, timed } from '../measures/times.ts';
import { startServiceHere } from '../servers/service-here.ts';

const warmUps = 50;
const pairs = 500;
const apart = 1.1;

/**
 * How long the two sign-in calls take for an address that had codes before, against one that never
 * had. Each is called 500 times over HTTP, by turns in changing order; each address is asked about
 * once, by a client of its own. The result is the median of the turns' ratios, because what else
 * the machine does slows both calls of a turn. `folder` is for the service's key.
 */
export async function measureSignIn(store: Store, folder: string): Promise<Measure[]> {
  let time = Date.now();
  const variables = { DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1' };
  const service = await startServiceHere(store, variables, () => time);
  let clients = 0;
  const call = async (name: string, data: object, expected: number) => {
    clients += 1;
    const client = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
    await service.post(`sandbox/${name}`, data, expected, { 'x-forwarded-for': client });
  };
  const create = (user: string) => call('code.create', { user }, 200);
  // With a trxn that is another's: whoever has the right one has asked for the code.
  const check = (user: string) =>
    call('code.check', { user, trxn: 'another', code: '000000' }, 403);

  const known = (n: number) => `known-${n + warmUps}@example.org`;
  for (let n = -warmUps; n < pairs; n += 1) await create(known(n));
  time += 61_000;
  const measures = [
    await compare('check', check, known, (n) => `never-${n + warmUps}@example.org`),
    await compare('code', create, known, (n) => `first-${n + warmUps}@example.org`),
  ];
  await service.close();
  return measures;
}

async function compare(
  name: string,
  ask: (address: string) => Promise<void>,
  known: (n: number) => string,
  unknown: (n: number) => string,
): Promise<Measure> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let n = -warmUps; n < pairs; n += 1) {
    for (const kind of n % 2 === 0
      ? (['known', 'unknown'] as const)
      : (['unknown', 'known'] as const)) {
      const took = await timed(() => ask(kind === 'known' ? known(n) : unknown(n)));
      if (n >= 0) times[kind].push(took);
    }
  }
  const [mine, others] = [median(times.known), median(times.unknown)];
  return {
    name: `${name}, known address`,
    figure: `${mine.toFixed(3)} ms`,
    peer: `unknown address ${others.toFixed(3)} ms`,
    ratio: median(times.known.map((took, n) => took / (times.unknown[n] ?? Number.NaN))),
    limit: { apart },
  };
}
