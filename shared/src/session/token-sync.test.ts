import { createServer } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTokenSync, type TokenSyncParts } from './token-sync.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 20);
const servers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of servers.splice(0)) await close();
});

/** A token as the provider makes them, issued so many seconds ago. */
function tokenOf(name: string, age = 0): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub: name, iat: now / 1_000 - age })}.signature`;
}

/** A server that wants to know who is signed in, and a sync to it; waits pass at once. */
async function serverAndSync(given: Partial<TokenSyncParts> = {}) {
  const heard: string[] = [];
  const waits: number[] = [];
  let statuses: number[] = [];
  const server = createServer((request, response) => {
    heard.push([request.method, request.headers.authorization].join(' ').trim());
    response.writeHead(statuses.shift() ?? 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { tell } = createTokenSync({
    url: `http://127.0.0.1:${port}/session`,
    before: null,
    now: () => now,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
    ...given,
  });
  return {
    heard,
    waits,
    tell,
    answer: (next: number[]) => {
      statuses = next;
    },
    calls: (count: number) =>
      vi.waitFor(() => expect(heard).toHaveLength(count), { timeout: 20_000 }),
  };
}

describe('the server', () => {
  it('is told of a token as a bearer, and once', async () => {
    const { heard, tell, calls } = await serverAndSync();
    const token = tokenOf('ann');
    tell(token);
    tell(token);
    await calls(1);
    tell(token);
    tell(null);
    await calls(2);
    expect(heard).toEqual([`POST Bearer ${token}`, 'DELETE']);
  });

  it('is told of each newer token, and of nobody', async () => {
    const { heard, tell, calls } = await serverAndSync();
    const [first, second] = [tokenOf('ann'), tokenOf('bob')];
    tell(first);
    await calls(1);
    tell(second);
    await calls(2);
    tell(null);
    await calls(3);
    expect(heard).toEqual([`POST Bearer ${first}`, `POST Bearer ${second}`, 'DELETE']);
  });

  it('is told only the newest of what changed while it was told something', async () => {
    const { heard, tell, calls } = await serverAndSync();
    const [first, last] = [tokenOf('ann'), tokenOf('bob')];
    tell(first);
    tell(null);
    tell(last);
    await calls(2);
    tell(null);
    await calls(3);
    expect(heard).toEqual([`POST Bearer ${first}`, `POST Bearer ${last}`, 'DELETE']);
  });

  it('is not told of nobody if nobody was here before', async () => {
    const { heard, tell, calls } = await serverAndSync();
    tell(null);
    tell(tokenOf('ann'));
    await calls(1);
    expect(heard[0]).toMatch(/^POST/);
  });

  it('is told of nobody if somebody may have been here before', async () => {
    const { heard, tell, calls } = await serverAndSync({ before: undefined });
    tell(null);
    await calls(1);
    expect(heard).toEqual(['DELETE']);
  });

  it('is told of a token up to 300 seconds old', async () => {
    const { heard, tell, calls } = await serverAndSync();
    tell(tokenOf('ann', 300));
    await calls(1);
    expect(heard[0]).toMatch(/^POST/);
  });

  it.each([tokenOf('ann', 301), 'no-token', 'a.%.b', ''])(
    'is not told of an older one or what is none (%#), but of its end',
    async (token) => {
      const { heard, tell, calls } = await serverAndSync();
      tell(token);
      tell(null);
      await calls(1);
      expect(heard).toEqual(['DELETE']);
    },
  );
});

describe('a call that fails', () => {
  it('is made again, later each time', async () => {
    const { heard, tell, calls, answer, waits } = await serverAndSync();
    answer([500, 401, 503]);
    tell(tokenOf('ann'));
    await calls(4);
    expect(new Set(heard).size).toBe(1);
    expect(waits).toEqual([5_000, 10_000, 20_000]);
  });

  it('is given up after five times, until something changes', async () => {
    const { heard, tell, calls, answer } = await serverAndSync();
    const [first, second] = [tokenOf('ann'), tokenOf('bob')];
    answer([500, 500, 500, 500, 500]);
    tell(first);
    await calls(5);
    tell(second);
    await calls(6);
    expect(heard.filter((call) => call.includes(first))).toHaveLength(5);
  });

  it('is not made again with a token that got old', async () => {
    let time = now;
    const { heard, tell, answer, calls } = await serverAndSync({
      now: () => time,
      wait: async () => {
        time += 6 * minute;
      },
    });
    answer([500]);
    tell(tokenOf('ann'));
    await calls(1);
    tell(null);
    await calls(2);
    expect(heard[1]).toBe('DELETE');
  });

  it('is a value, also if nobody answers', async () => {
    const waits: number[] = [];
    const { tell } = await serverAndSync({
      url: 'http://127.0.0.1:1/session',
      wait: async (milliseconds) => {
        waits.push(milliseconds);
      },
    });
    tell(tokenOf('ann'));
    await vi.waitFor(() => expect(waits).toHaveLength(4), { timeout: 20_000 });
  });
});
