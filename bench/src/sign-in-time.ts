import { Agent } from 'node:http';
import { buildService } from '@tallystick/backend/src/service/service.ts';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { readEnvironment } from '@tallystick/shared/environment';
import { type Measure, median, timed } from './measures.ts';
import { post } from './post.ts';

const warmUps = 50;
const pairs = 500;
const apart = 1.1;

/**
 * How long the two sign-in calls take for an address that had codes before, against one that never
 * had: 500 each over HTTP, by turns in changing order, each address asked about once, by a client of
 * its own. The ratio is the median of those of the turns, because what else the machine does meets
 * both of a turn. `folder` is for the service's key.
 */
export async function measureSignIn(store: Store, folder: string): Promise<Measure[]> {
  const result = readEnvironment({
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  if (!result.ok) throw new Error(result.problem);
  const { environment } = result;
  let time = Date.now();
  const service = await buildService({ store, environment, time: { wall: () => time } });
  const origin = await service.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let clients = 0;
  const call = async (name: string, data: object, expected: number) => {
    clients += 1;
    const headers = {
      authorization: environment.LEDGER_TOKEN,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`,
    };
    const body = JSON.stringify({ data });
    const url = `${origin}/sandbox/${name}`;
    await post(url, agent, headers, body, expected);
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
  agent.destroy();
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
