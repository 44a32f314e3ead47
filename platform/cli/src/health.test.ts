import { health } from '@tallystick/registry/parts/health/health';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteOne, noteTwo, openStock, type Stock } from './stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock({ judges: true });
});
afterAll(() => stock.house.close());

let tabs = 0;

/** What browsers say, each from its own network. */
function hear(channel: string, build: string, browsers: number, failed: number): void {
  for (let n = 0; n < browsers; n += 1) {
    tabs += 1;
    const name = `${build} ${n}`;
    stock.house.registry.reports.take(
      {
        tab: `00000000-0000-4000-8000-${String(tabs).padStart(12, '0')}`,
        sequence: 1,
        channel,
        revision: 1,
        running: {},
        loads: [{ app: 'mfe-note', build, took: 100 }],
        failures: n < failed ? [{ app: 'mfe-note', build, kind: 'chunk' }] : [],
        steps: n < failed ? [{ app: 'mfe-note', from: build, to: null }] : [],
        leaving: false,
      },
      {
        browser: name,
        network: name,
        bucket: n,
        fresh: false,
        sampled: true,
        served: { app: 'mfe-note', builds: new Set([`mfe-note@${build}`]) },
      },
    );
  }
}

describe('a canary that fails', () => {
  it('is paused; status says why and what ends that, and a manager ends it', async () => {
    const channel = await stock.newChannel();
    const to = ['--channel', channel];
    await stock.here('promote', 'mfe-note', '--percent', '10', '--reason', 'a try', ...to);
    hear(channel, noteOne, 40, 0);
    hear(channel, noteTwo, 20, 15);
    expect((await stock.here('status', ...to)).out).toMatch(
      new RegExp(
        `\ncanary mfe-note ${noteTwo}: between \\d+ and \\d+ points more browsers fail than of the live build\n`,
      ),
    );
    await health.of(stock.house.registry).judge();
    const { out } = await stock.here('status', ...to);
    expect(out).toMatch(
      /^Canary c{7} of mfe-note failed: the registry took it from all browsers\.\n {2}Visitors get b{7}\. Nothing has to be done at once\.\n/,
    );
    expect(out).toMatch(/mfe-note {3}1\.0\.0-b+ {2}live .* 0 of 40 +\d+ \/ \d+ ms\n/);
    expect(out).toMatch(
      new RegExp(
        `\npaused mfe-note ${noteTwo} \\(was for 10 %\\), \\d+ \\w+ ago by the registry: mfe-note c{7} failed in 15 of 20 browsers .*resume mfe-note@${noteTwo}`,
      ),
    );
    expect(out).toContain(
      `failures mfe-note ${noteTwo}, browsers by kind: chunk 15; 15 tabs fell back, 0 recovered`,
    );
    expect((await stock.here('history', ...to)).out).toMatch(
      new RegExp(
        `revision 3 .* hold by the registry: .*\n {2}mfe-note {2}canary ${noteTwo} for 10 % ends`,
      ),
    );
    const why = await stock.here('why', 'mfe-note', ...to);
    expect(why.out).toContain(`\nlast day ${noteTwo}: 20 loads, 15 failed`);
    expect(await stock.document('why', 'mfe-note', ...to)).toMatchObject({
      lastDay: [
        { build: noteOne, loads: 40, failures: 0 },
        { build: noteTwo, loads: 20, failures: 15 },
      ],
    });
    const again = ['promote', 'mfe-note', '--percent', '20', '--reason', 'once more', ...to];
    const refused = await stock.here(...again);
    expect(refused.code).toBe(6);
    expect(refused.err).toContain(`mfe-note ${noteTwo} was paused by the registry in revision 3: `);
    expect(refused.err).toContain(
      `Release another build, or ask a manager to resume it: resume mfe-note@${noteTwo} --channel ${channel}.`,
    );
    const answer = await stock.document(...again);
    expect(answer).toMatchObject({
      code: 'condemned',
      cause: { condemned: { why: 'paused', build: noteTwo, percent: 10, by: 'the registry' } },
    });
    // What is advised at night for an app that is only in a canary: the live build stays.
    const abort = await stock.here('abort', 'mfe-note', '--reason', 'it fails', ...to);
    expect(abort).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing to change: /) });
    expect(abort.err).toContain(`${noteTwo} was paused in revision 3: no browser gets it.`);
    const back = await stock.here('rollback', 'mfe-note', '--reason', 'it fails', ...to);
    expect(back.code).toBe(1);
    expect(back.err).toContain(
      `has ${noteOne} live, and its canary ${noteTwo} (for 10 % of browsers) is paused: no browser gets that`,
    );
    const ended = await stock.changed('resume', 'mfe-note', '--reason', 'it was the chunk', ...to);
    expect(ended.revision).toMatchObject({ revision: 4, kind: 'unhold', canaries: {} });
    expect((await stock.here(...again)).code).toBe(0);
    // As the registry does by itself every two seconds: what was heard before counts no more.
    await health.of(stock.house.registry).judge();
    const twice = await stock.here('unhold', 'mfe-note', '--reason', 'again', ...to);
    expect(twice).toMatchObject({
      code: 1,
      err: expect.stringContaining('no build of mfe-note is paused'),
    });
  });

  it('of which nothing can be taken back is left to people', async () => {
    const channel = await stock.newChannel();
    hear(channel, noteOne, 20, 20);
    await health.of(stock.house.registry).judge();
    const { out } = await stock.here('status', '--channel', channel);
    expect(out).toMatch(
      /^mfe-note b{7}, which is live, fails in 20 of 20 browsers\.\n {2}Those visitors get no other build in its place\. The registry leaves it to you\. There is no earlier build\.\n {2}Release another build: promote mfe-note --channel channel-\d+\n\n/,
    );
    expect(out).toMatch(
      /\nleft to you, \d+ \w+ ago: mfe-note .*Nothing was done: there is no build/,
    );
  });
});

describe('a build whose files try what the policy of pages does not allow', () => {
  it('stands in status, with what was refused, how often and since when', async () => {
    const channel = await stock.newChannel();
    const breach = { app: 'mfe-note', build: noteOne, directive: 'connect-src' };
    stock.house.registry.reports.noteBreach({ ...breach, blocked: 'https://first.test' });
    stock.house.registry.reports.noteBreach({ ...breach, blocked: 'https://api.test' });
    const { out } = await stock.here('status', '--channel', channel);
    expect(out).toMatch(
      /\npolicy mfe-note 1\.0\.0-b+, connect-src refused https:\/\/api\.test \(2 reports, first \d+ \w+ ago\)/,
    );
  });
});
