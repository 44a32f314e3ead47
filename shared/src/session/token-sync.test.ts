import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { acquireLeadership } from '@tallystick/shell-kit/tabs/leadership';
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
  const url = `http://127.0.0.1:${port}/session`;
  const { report, hide, show } = createTokenSync({
    url,
    before: null,
    now: () => now,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
    ...given,
  });
  return {
    heard,
    url,
    waits,
    report,
    hide,
    show,
    answer: (next: number[]) => {
      statuses = next;
    },
    calls: (count: number) =>
      vi.waitFor(() => expect(heard).toHaveLength(count), { timeout: 60_000 }),
  };
}

describe('the server', () => {
  it('is told of a token as a bearer, and once', async () => {
    const { heard, report, calls } = await serverAndSync();
    const token = tokenOf('ann');
    report(token);
    report(token);
    await calls(1);
    report(token);
    report(null);
    await calls(2);
    expect(heard).toEqual([`POST Bearer ${token}`, 'DELETE']);
  });

  it('is told of each newer token, and of nobody', async () => {
    const { heard, report, calls } = await serverAndSync();
    const [first, second] = [tokenOf('ann'), tokenOf('bob')];
    report(first);
    await calls(1);
    report(second);
    await calls(2);
    report(null);
    await calls(3);
    expect(heard).toEqual([`POST Bearer ${first}`, `POST Bearer ${second}`, 'DELETE']);
  });

  it('is told only the newest of what changed while it was told something', async () => {
    const { heard, report, calls } = await serverAndSync();
    const [first, last] = [tokenOf('ann'), tokenOf('bob')];
    report(first);
    report(null);
    report(last);
    await calls(2);
    report(null);
    await calls(3);
    expect(heard).toEqual([`POST Bearer ${first}`, `POST Bearer ${last}`, 'DELETE']);
  });

  it('is not told of nobody if nobody was here before', async () => {
    const { heard, report, calls } = await serverAndSync();
    report(null);
    report(tokenOf('ann'));
    await calls(1);
    expect(heard[0]).toMatch(/^POST/);
  });

  it('is told of nobody if somebody may have been here before', async () => {
    const { heard, report, calls } = await serverAndSync({ before: undefined });
    report(null);
    await calls(1);
    expect(heard).toEqual(['DELETE']);
  });

  it('is told of a token up to 300 seconds old', async () => {
    const { heard, report, calls } = await serverAndSync();
    report(tokenOf('ann', 300));
    await calls(1);
    expect(heard[0]).toMatch(/^POST/);
  });

  it.each([tokenOf('ann', 301), 'no-token', 'a.%.b', ''])(
    'is not told of an older one or what is none (%#), but of its end',
    async (token) => {
      const { heard, report, calls } = await serverAndSync();
      report(token);
      report(null);
      await calls(1);
      expect(heard).toEqual(['DELETE']);
    },
  );
});

describe('a call that fails', () => {
  it('is made again, later each time', async () => {
    const { heard, report, calls, answer, waits } = await serverAndSync();
    answer([500, 401, 503]);
    report(tokenOf('ann'));
    await calls(4);
    expect(new Set(heard).size).toBe(1);
    expect(waits).toEqual([5_000, 10_000, 20_000]);
  });

  it('is given up after five times, until something changes', async () => {
    const { heard, report, calls, answer } = await serverAndSync();
    const [first, second] = [tokenOf('ann'), tokenOf('bob')];
    answer([500, 500, 500, 500, 500]);
    report(first);
    await calls(5);
    report(second);
    await calls(6);
    expect(heard.filter((call) => call.includes(first))).toHaveLength(5);
  });

  it('does not make what comes next wait', async () => {
    const waits: number[] = [];
    const { heard, report, answer, calls } = await serverAndSync({
      wait: (milliseconds) => {
        waits.push(milliseconds);
        return new Promise(() => {});
      },
    });
    answer([500]);
    report(tokenOf('ann'));
    await calls(1);
    await vi.waitFor(() => expect(waits).toEqual([5_000]));
    report(null);
    await calls(2);
    expect(heard[1]).toBe('DELETE');
  });

  it('is not made again with a token that got old', async () => {
    let time = now;
    const { heard, report, answer, calls } = await serverAndSync({
      now: () => time,
      wait: async () => {
        time += 6 * minute;
      },
    });
    answer([500]);
    report(tokenOf('ann'));
    await calls(1);
    report(null);
    await calls(2);
    expect(heard[1]).toBe('DELETE');
  });

  it('may have been heard: who signs out meanwhile is reported', async () => {
    const { heard, report, answer, calls } = await serverAndSync();
    answer([500]);
    report(tokenOf('ann'));
    report(null);
    await calls(2);
    expect(heard[1]).toBe('DELETE');
  });

  it('is a value, also if nobody answers', async () => {
    const waits: number[] = [];
    const { report } = await serverAndSync({
      url: 'http://127.0.0.1:1/session',
      wait: async (milliseconds) => {
        waits.push(milliseconds);
      },
    });
    report(tokenOf('ann'));
    await vi.waitFor(() => expect(waits).toHaveLength(4), { timeout: 60_000 });
  });
});

describe('of several tabs', () => {
  /** Two tabs of a browser; the first is the one that reports. */
  async function twoTabs(before: null | undefined = null) {
    const name = randomUUID();
    const lead = (onLead: () => void) => acquireLeadership(name, onLead);
    const { url, heard, calls, ...first } = await serverAndSync({ lead, before });
    const open = () => createTokenSync({ url, before, lead, now: () => now });
    /** Until as many tabs hold the lock, and wait for it. */
    const inLine = (held: number, pending: number) =>
      vi.waitFor(
        async () => {
          const locks = await navigator.locks.query();
          const count = (of: LockInfo[] = []) => of.filter((lock) => lock.name === name).length;
          expect([count(locks.held), count(locks.pending)]).toEqual([held, pending]);
        },
        { timeout: 60_000 },
      );
    return { heard, calls, first, open, inLine };
  }

  it('one reports', async () => {
    const { heard, calls, first, open, inLine } = await twoTabs();
    const second = open();
    for (const [place, token] of [tokenOf('ann'), null, tokenOf('bob')].entries()) {
      first.report(token);
      second.report(token);
      await inLine(1, 1);
      await calls(place + 1);
    }
    expect(heard).toEqual([
      `POST Bearer ${tokenOf('ann')}`,
      'DELETE',
      `POST Bearer ${tokenOf('bob')}`,
    ]);
    first.hide();
    second.hide();
  });

  it('none stands in line while nobody is here', async () => {
    const { first, open, inLine, heard } = await twoTabs();
    for (const tab of [first, open()]) tab.report(null);
    await inLine(0, 0);
    expect(heard).toEqual([]);
  });

  it('the next reports when the one that did is closed: the last word again, then what comes', async () => {
    const { heard, calls, first, open, inLine } = await twoTabs();
    const second = open();
    const token = tokenOf('ann');
    first.report(token);
    await calls(1);
    second.report(token);
    await inLine(1, 1);
    first.hide();
    await calls(2);
    second.report(null);
    await calls(3);
    expect(heard).toEqual([`POST Bearer ${token}`, `POST Bearer ${token}`, 'DELETE']);
    second.hide();
  });

  it('the next does not report what is old', async () => {
    const { heard, calls, first, open, inLine } = await twoTabs(undefined);
    const second = open();
    const token = tokenOf('ann', 301);
    first.report(token);
    second.report(token);
    await inLine(1, 1);
    first.hide();
    await inLine(1, 0);
    second.report(null);
    await calls(1);
    expect(heard).toEqual(['DELETE']);
    second.hide();
  });

  it('the next reports the end that the one before may not have told', async () => {
    const { calls, first, open, inLine, heard } = await twoTabs();
    const second = open();
    first.report(tokenOf('ann'));
    await calls(1);
    second.report(tokenOf('ann'));
    await inLine(1, 1);
    second.report(null);
    first.hide();
    await calls(2);
    expect(heard[1]).toBe('DELETE');
    second.hide();
  });

  it('renewals by each of them are told once', async () => {
    const calling = vi.spyOn(globalThis, 'fetch');
    const { heard, calls, first } = await twoTabs();
    const [mine, others, next] = [tokenOf('ann', 120), tokenOf('ann', 61), tokenOf('ann')];
    first.report(mine);
    await calls(1);
    await calling.mock.results[0]?.value;
    await new Promise((resolve) => setImmediate(resolve));
    first.report(others);
    await new Promise((resolve) => setImmediate(resolve));
    first.report(next);
    await calls(2);
    expect(heard).toEqual([`POST Bearer ${mine}`, `POST Bearer ${next}`]);
    calling.mockRestore();
    first.hide();
  });

  it('one that comes back lines up again, and reports in its turn', async () => {
    const { heard, calls, first, open, inLine } = await twoTabs();
    const second = open();
    first.report(tokenOf('ann'));
    await calls(1);
    second.report(tokenOf('ann'));
    first.hide();
    await calls(2);
    first.show();
    await inLine(1, 1);
    first.report(null);
    second.report(null);
    await calls(3);
    second.hide();
    await calls(4);
    expect(heard.slice(2)).toEqual(['DELETE', 'DELETE']);
    first.hide();
  });

  it('the one that reports still does while its page ends', async () => {
    const { calls, first, heard } = await twoTabs();
    first.report(tokenOf('ann'));
    await calls(1);
    first.hide();
    first.report(null);
    await calls(2);
    expect(heard[1]).toBe('DELETE');
  });
});
