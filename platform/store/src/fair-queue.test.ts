import { expect, it } from 'vitest';
import type { Priority } from './caller.ts';
import { openFairQueue } from './fair-queue.ts';

/** A queue whose turns are taken by name, over a clock that only the test moves. */
function openTestQueue(changed: Partial<Parameters<typeof openFairQueue>[0]> = {}) {
  let now = 0;
  const limits = { slots: 1, batchSlots: 1, maxWaiting: 100, maxWaitingPerClient: 100 };
  const queue = openFairQueue({ ...limits, budget: 6_000, ...changed }, () => now);
  const running: { name: string; end: () => void }[] = [];
  const refused: string[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    queue,
    refused,
    names: () => running.map(({ name }) => name),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** `client:what`; without a client it is the process's own. */
    async ask(name: string, priority: Priority = 'interactive', left?: AbortSignal) {
      const [client = ''] = name.split(':');
      const within = client.startsWith('of ') ? [{ network: 'network', shares: 4 }] : [];
      const gone = new AbortController().signal;
      const caller = client === '' ? undefined : { client, within, gone };
      queue.acquire({ caller, priority }, left).then(
        (end) => running.push({ name, end }),
        (error) => refused.push(`${name} ${error.statusCode}`),
      );
      await settle();
    },
    /** Ends what runs, one after the other, each after so many milliseconds; tells the order. */
    async runAll(cost = 1) {
      const order: string[] = [];
      for (let first = running.shift(); first; first = running.shift()) {
        now += cost;
        order.push(first.name);
        first.end();
        await settle();
      }
      return order;
    },
  };
}

it('runs the first statements of others before the later ones of a client', async () => {
  const { ask, runAll } = openTestQueue();
  for (const n of [1, 2, 3, 4]) await ask(`a:${n}`);
  await ask('b:1');
  await ask('c:1');
  await ask('b:2');
  expect(await runAll()).toEqual(['a:1', 'b:1', 'c:1', 'a:2', 'b:2', 'a:3', 'a:4']);
});

it('runs interactive work before batch work, which gets a tenth of the turns all the same', async () => {
  const { ask, runAll } = openTestQueue();
  await ask('a:0');
  await ask('b:search', 'batch');
  for (let n = 1; n <= 12; n += 1) await ask(`a:${n}`);
  const order = await runAll();
  expect(order.indexOf('b:search')).toBe(9);
});

it('prefers who has used less of the store lately, and forgets what was used', async () => {
  const { ask, runAll, pass } = openTestQueue();
  await ask('a:search');
  await runAll(500);
  await ask('b:0');
  await ask('a:1');
  await ask('b:1');
  expect(await runAll()).toEqual(['b:0', 'b:1', 'a:1']);
  pass(60_000);
  await ask('b:0');
  await ask('a:1');
  await ask('b:1');
  expect(await runAll()).toEqual(['b:0', 'a:1', 'b:1']);
});

it('takes turns though nothing is ever refused for its cost', async () => {
  const { ask, runAll } = openTestQueue({ budget: Number.MAX_SAFE_INTEGER });
  for (const n of [1, 2, 3]) await ask(`a:${n}`, 'batch');
  for (const n of [1, 2]) await ask(`b:${n}`, 'batch');
  expect(await runAll()).toEqual(['a:1', 'b:1', 'a:2', 'b:2', 'a:3']);
});

it('runs as much at once as it has slots for, and less of it batch work', async () => {
  const { ask, names, runAll } = openTestQueue({ slots: 3, batchSlots: 2 });
  for (const client of ['a', 'b', 'c']) await ask(`${client}:search`, 'batch');
  await ask('d:list');
  expect(names()).toEqual(['a:search', 'b:search', 'd:list']);
  expect(await runAll()).toEqual(['a:search', 'b:search', 'd:list', 'c:search']);
});

it('says when a client has used its budget, and until when; what the process does is free', async () => {
  const { ask, queue, runAll, pass } = openTestQueue();
  await ask('a:search');
  await ask(':import');
  expect(await runAll(7_000)).toEqual(['a:search', ':import']);
  expect([queue.retryAfter('a'), queue.retryAfter('b'), queue.retryAfter('')]).toEqual([3, 0, 0]);
  pass(2_000);
  expect(queue.retryAfter('a')).toBe(1);
  pass(1_000);
  expect(queue.retryAfter('a')).toBe(0);
});

it('takes what waits out of the queue when who asked has gone', async () => {
  const { ask, queue, refused, runAll } = openTestQueue();
  const leaving = new AbortController();
  await ask('a:1');
  await ask('b:1', 'batch', leaving.signal);
  await ask('c:1', 'batch');
  leaving.abort();
  expect(queue.waiting()).toBe(1);
  expect(await runAll()).toEqual(['a:1', 'c:1']);
  await ask('b:2', 'batch', leaving.signal);
  expect(refused).toEqual(['b:1 499', 'b:2 499']);
});

it('holds a client to so many that wait, and all together so that the longest queue gives way', async () => {
  const { ask, refused, runAll } = openTestQueue({ maxWaiting: 4, maxWaitingPerClient: 3 });
  for (const n of [0, 1, 2, 3, 4]) await ask(`a:${n}`);
  await ask('b:1');
  await ask('c:1');
  await ask('c:2');
  await ask('a:5');
  expect(refused).toEqual(['a:4 429', 'a:3 503', 'c:2 503', 'a:5 503']);
  expect(await runAll()).toEqual(['a:0', 'b:1', 'c:1', 'a:1', 'a:2']);
});

it('charges larger networks as well, so that one with very many clients has a bound', async () => {
  const { ask, pass, queue, runAll } = openTestQueue({ budget: 1_000 });
  for (let n = 0; n < 10; n += 1) await ask(`of ${n}:1`);
  await runAll(500);
  expect(queue.retryAfter('of 1')).toBe(0);
  // 5,000 ms were used of four budgets, which drain at 4,000 ms a minute.
  expect(queue.retryAfter('network')).toBeGreaterThan(9);
  pass(60_000);
  expect(queue.retryAfter('network')).toBe(0);
});
