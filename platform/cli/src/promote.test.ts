import type { Change } from '@tallystick/registry/contract/channel';
import { moreBetween } from '@tallystick/registry/contract/differences';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere, writeApp } from './release.testing.ts';
import {
  noteOne,
  noteTwo,
  openStock,
  otherOne,
  otherTwo,
  type Stock,
  shellOne,
} from './stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
});
afterAll(() => stock.house.close());

describe('promote', () => {
  it('moves several apps as one revision, by version, build id or newest', async () => {
    const channel = await stock.newChannel();
    const words = ['mfe-note@1.1.0', `mfe-other@${otherTwo}`, '--reason', 'a set'];
    const { code, revision } = await stock.changed('promote', ...words, '--channel', channel);
    expect([code, revision.revision]).toEqual([0, 2]);
    expect(revision.builds).toEqual({
      shell: shellOne,
      'mfe-note': noteTwo,
      'mfe-other': otherTwo,
    });
  });

  it('takes from another channel what is live there, all of it or of named apps', async () => {
    const [from, to] = [await stock.newChannel(), await stock.newChannel()];
    const set = ['mfe-note@1.1.0', `mfe-other@${otherTwo}`, '--reason', 'a set'];
    await stock.changed('promote', ...set, '--channel', from);
    const carry = ['promote', '--from', from, '--reason', 'tried', '--channel', to];
    const one = await stock.changed(...carry, 'mfe-note');
    const others = { shell: shellOne, 'mfe-other': otherOne };
    expect(one.revision.builds).toEqual({ ...others, 'mfe-note': noteTwo });
    const all = await stock.changed(...carry);
    expect([all.revision.revision, all.revision.builds]).toEqual([
      3,
      { shell: shellOne, 'mfe-note': noteTwo, 'mfe-other': otherTwo },
    ]);
    expect(await stock.changed(...carry)).toMatchObject({ code: 0, changed: false });
  });

  it('says what differs between two channels, and takes it from one to the other', async () => {
    const [from, to] = [await stock.newChannel(), await stock.newChannel()];
    expect((await stock.here('diff', from, to)).out).toBe('They are the same.');
    const set = ['mfe-note@1.1.0', '--reason', 'a set', '--channel', from];
    await stock.changed('promote', ...set);
    expect(await stock.document('diff', to, from)).toMatchObject({
      apps: [{ app: 'mfe-note', from: noteOne, to: noteTwo }],
    });
    const carried = await stock.changed('promote', '--from', from, '--to', to, '--reason', 'tried');
    expect(carried.revision).toMatchObject({ channel: to, builds: { 'mfe-note': noteTwo } });
    expect((await stock.here('diff', from, to)).out).toBe('They are the same.');
    expect((await stock.here('diff', from, 'nowhere')).err).toContain('no channel nowhere');
  });

  it('says which openings and slots differ', () => {
    const current = { channel: 'a', slots: { 'x:side': { hidden: ['y/z'], order: [] } } };
    const needed = { letsIn: '', bySite: true, approvedFor: [] };
    const one = { current, openings: [{ ...needed, opening: 'wasm', neededBy: ['x'] }] };
    const other = { current: { channel: 'b' }, openings: [] };
    expect(moreBetween(one, other)).toEqual([
      'opening wasm  needed in a by x, in b by nothing',
      'slot x:side  a: hidden y/z; b: nothing',
    ]);
    expect(moreBetween(one, one)).toEqual([]);
  });

  it.each([
    [['--from', 'nowhere'], 'There is no channel nowhere.'],
    [['--from', 'No'], "--from No is not a channel's name."],
    [['--from', 'production'], '--from production is the channel that is to change.'],
    [['--from', 'staging', 'mfe-note@1.0.0'], 'With --from an app has no version: mfe-note.'],
  ])('refuses %j', async (words, problem) => {
    const { code, err } = await stock.here('promote', ...words, '--reason', 'tried');
    expect([code === 0, err.includes(problem)]).toEqual([false, true]);
  });

  it('takes no app that is not in the other channel', async () => {
    const [from, to] = [await stock.newChannel(), await stock.newChannel()];
    const words = ['mfe-absent', '--from', from, '--reason', 'tried', '--channel', to];
    expect((await stock.here('promote', ...words)).err).toContain(`mfe-absent is not in ${from}.`);
  });

  it('changes nothing where it is so already', async () => {
    const channel = await stock.newChannel();
    const words = ['promote', 'mfe-note@1.0.0', '--reason', 'again', '--channel', channel];
    expect(await stock.changed(...words)).toMatchObject({ code: 0, changed: false });
    expect((await stock.here(...words)).out).toBe(
      `Nothing to change: revision 1 of ${channel} is already like this.`,
    );
    expect((await stock.current(channel))?.revision).toBe(1);
  });

  it('gives a build to a share of browsers, then to more, then to all', async () => {
    const channel = await stock.newChannel();
    const promote = (...words: string[]) =>
      stock.changed('promote', 'mfe-note', ...words, '--reason', 'try it', '--channel', channel);
    expect((await promote('--percent', '20')).revision).toMatchObject({
      builds: { 'mfe-note': noteOne },
      canaries: { 'mfe-note': { build: noteTwo, percent: 20 } },
    });
    expect((await promote('--percent', '20')).changed).toBe(false);
    expect((await promote('--percent', '50%')).revision.canaries['mfe-note']?.percent).toBe(50);
    const { revision } = await promote();
    expect(revision.builds['mfe-note']).toBe(noteTwo);
    expect(revision.canaries).toEqual({});
  });

  it('lets a canary go on by itself, which is paused, resumed and skipped', async () => {
    const channel = await stock.newChannel();
    const on = ['--reason', 'try it', '--channel', channel];
    const begun = await stock.changed('promote', 'mfe-note', '--ramp', '1, 25%, 100', ...on);
    expect(begun.revision.canaries['mfe-note']).toEqual({
      ...{ build: noteTwo, percent: 1, ramp: { steps: [25, 100] } },
    });
    expect((await stock.here('ramp', 'pause', 'mfe-note', ...on)).err).toContain(
      `canary ${noteTwo} for 1 %, then 25 %, 100 % → ${noteTwo} for 1 %, then 25 %, 100 % (paused)`,
    );
    expect((await stock.here('status', '--channel', channel)).out).toContain(
      `ramp mfe-note ${noteTwo}: 1 %, then 25 %, 100 % (paused); is paused by this machine: “try it”`,
    );
    expect((await stock.changed('ramp', 'pause', 'mfe-note', ...on)).changed).toBe(false);
    await stock.changed('ramp', 'resume', 'mfe-note', ...on);
    await stock.changed('ramp', 'skip', 'mfe-note', ...on);
    const { revision } = await stock.changed('ramp', 'skip', 'mfe-note', ...on);
    expect(revision).toMatchObject({ kind: 'promote', builds: { 'mfe-note': noteTwo } });
    expect((await stock.here('ramp', 'skip', 'mfe-note', ...on)).err).toContain(
      'mfe-note has no ramp',
    );
  });

  it('is planned as a train, listed and cancelled', async () => {
    const channel = await stock.newChannel();
    const on = ['--reason', 'the spring release', '--channel', channel];
    const at = new Date(Date.now() + 3_600_000).toISOString().replace(/:\d\d\.\d+/, '');
    const words = ['trains', 'plan', 'mfe-note', 'mfe-other', '--at', at, ...on];
    expect(await stock.document(...words)).toMatchObject({
      ...{ code: 0, state: 'planned', builds: { 'mfe-note': noteTwo, 'mfe-other': otherTwo } },
    });
    const { out } = await stock.here('trains', '--channel', channel);
    const id = /^(\w{8}) .* planned$/m.exec(out)?.[1] ?? '';
    expect(await stock.here('trains', 'cancel', id, ...on)).toMatchObject({ code: 0 });
    expect((await stock.here('trains', '--channel', channel)).out).toContain('cancelled by');
    expect((await stock.current(channel))?.revision).toBe(1);
    const wrong = await stock.here('trains', 'plan', 'mfe-note', '--at', '2026-12-02', ...on);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('a time with its zone')]);
  });

  it('is refused in a frozen channel, which can still go back', async () => {
    const channel = await stock.newChannel();
    const why = ['--reason', 'holidays'];
    const frozen = await stock.here('freeze', channel, '--until', '2099-01-02T08:00Z', ...why);
    expect(frozen.err).toContain('a freeze ends within a year from now');
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await stock.here('freeze', channel, '--until', until.replace(/\.\d+/, ''), ...why);
    const to = ['--channel', channel, ...why];
    const { code, err } = await stock.here('promote', 'mfe-note', ...to);
    expect([code, err]).toEqual([6, expect.stringMatching(/is frozen by .* UTC: holidays/)]);
    expect((await stock.here('status', '--channel', channel)).out).toContain('frozen until');
    await stock.here('unfreeze', channel, ...why);
    expect(await stock.here('promote', 'mfe-note', ...to)).toMatchObject({ code: 0 });
  });

  it.each(['100', '5,5', '0,10', '5,x', '5,200'])('takes no ramp of %s', async (shares) => {
    const words = ['promote', 'mfe-note', '--ramp', shares, '--reason', 'try it'];
    expect(await stock.here(...words)).toMatchObject({ code: 2 });
  });

  it('to all is refused where a canary is not the newest build and no version is named', async () => {
    const channel = await stock.newChannel();
    const ids = ['1.0.0-0000000000b1', '1.1.0-0000000000b2', '1.2.0-0000000000b3'];
    for (const id of ids) await stock.here('publish', await writeApp(stock.house, 'mfe-tried', id));
    const promote = (...words: string[]) =>
      stock.here('promote', ...words, '--reason', 'it looks good', '--channel', channel);
    await promote('mfe-tried@1.0.0');
    await promote('mfe-tried@1.1.0', '--percent', '10');
    expect(await promote('mfe-tried')).toEqual({
      code: 1,
      out: '',
      err: 'release: 1.1.0-0000000000b2 of mfe-tried is a canary, and 1.2.0-0000000000b3 is newer. Say which: mfe-tried@1.1.0-0000000000b2 or mfe-tried@1.2.0-0000000000b3.',
    });
    expect((await promote('mfe-tried@1.1.0')).code).toBe(0);
    expect((await promote('mfe-tried')).code).toBe(0);
  });

  it('of the app of others is refused also where it is so already', async () => {
    const channel = await stock.newChannel();
    const variables = { RELEASE_TOKEN: await stock.token('note-ci', '--app', 'mfe-note') };
    const words = ['promote', 'mfe-other@1.0.0', '--reason', 'again', '--channel', channel];
    const { code, err } = await runHere(stock.house, words, { variables });
    expect(code).toBe(4);
    expect(err).toContain('the token "note-ci" is for mfe-note alone, not for mfe-other');
  });

  it('says with --dry-run what it would do', async () => {
    const channel = await stock.newChannel();
    const { code, out, err } = await stock.here(
      'promote',
      'mfe-note',
      '--dry-run',
      '--channel',
      channel,
    );
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(`${channel} would get revision 2:\nmfe-note  ${noteOne} → ${noteTwo}`);
    expect((await stock.current(channel))?.revision).toBe(1);
  });

  it('refuses a build that does not fit what is live', async () => {
    const channel = await stock.newChannel();
    const build = '1.0.0-999999999999';
    await stock.here(
      'publish',
      await writeApp(stock.house, 'mfe-rival', build, {}, { route: '/mfe-note/:id' }),
    );
    const { code, err } = await stock.here(
      'promote',
      'mfe-rival',
      '--reason',
      'x y',
      '--channel',
      channel,
    );
    expect(code).toBe(1);
    expect(err).toContain('/mfe-note/:id');
    expect((await stock.current(channel))?.revision).toBe(1);
  });

  it('of a locked app tells the reason, exit code 6', async () => {
    const channel = await stock.newChannel();
    const to = ['--channel', channel];
    expect((await stock.here('lock', 'mfe-note', '--reason', 'an incident', ...to)).code).toBe(0);
    const refused = await stock.here('promote', 'mfe-note', '--reason', 'totals', ...to);
    expect(refused.code).toBe(6);
    expect(refused.err).toMatch(/^release: mfe-note is locked by this machine: an incident\. /);
    expect((await stock.here('status', ...to)).out).toMatch(
      /locked mfe-note, \d+ \w+ ago by this machine/,
    );
    expect((await stock.here('unlock', 'mfe-note', '--reason', 'mended', ...to)).code).toBe(0);
    expect((await stock.here('promote', 'mfe-note', '--reason', 'totals', ...to)).code).toBe(0);
  });

  it('of an app that somebody else has locked is refused as a second lock is', async () => {
    const channel = await stock.newChannel();
    const to = ['--channel', channel];
    const locked = ['lock', 'mfe-note', ...to, '--reason'];
    await stock.here(...locked, 'an incident');
    const variables = { RELEASE_TOKEN: await stock.token('ann', '--manager') };
    expect(await runHere(stock.house, [...locked, 'a freeze'], { variables })).toEqual({
      code: 6,
      out: '',
      err: `release: mfe-note is locked by this machine: an incident. Ask this machine; a manager can unlock it: unlock mfe-note --channel ${channel}.`,
    });
    expect((await stock.here(...locked, 'a longer incident')).code).toBe(0);
  });

  it('of a locked app is refused, but to go back with it is not', async () => {
    const channel = await stock.newChannel();
    const to = ['--reason', 'an incident', '--channel', channel];
    await stock.here('promote', 'mfe-note', ...to);
    await stock.here('lock', 'mfe-note', ...to);
    expect((await stock.here('promote', 'mfe-note@1.0.0', ...to)).code).toBe(6);
    expect((await stock.here('rollback', 'mfe-note', '--recall', ...to)).code).toBe(0);
    expect((await stock.current(channel))?.builds['mfe-note']).toBe(noteOne);
  });

  it.each([
    [['promote', '--reason', 'why'], 'Name at least one app.'],
    [['promote', 'mfe-note'], 'A reason is missing.'],
    [['promote', 'mfe-note', '--reason', 'x'], 'A reason is one line of 3 to 500 characters.'],
    [['promote', 'mfe-note@newest', '--reason', 'why'], '"mfe-note@newest" is not an app'],
    [['promote', 'mfe-note', 'mfe-note@1.0.0', '--reason', 'why'], 'mfe-note is named twice.'],
    [['promote', 'mfe-note', '--percent', '100', '--reason', 'why'], '--percent is a number'],
    [['promote', 'mfe-note', '--percnt', '1'], 'Did you mean --percent?'],
    [['rolback', 'mfe-note'], 'Did you mean rollback?'],
    [['rollback', '--reason', 'why'], 'Name at least one app, or a revision by --revision.'],
    [['rollback', 'a', 'b', '--to', '1.0.0', '--reason', 'why'], '--to is for one app.'],
    [['rollback', 'a', '--revision', '3', '--reason', 'why'], '--revision says all'],
    [['diff', '1', 'mfe-note'], 'A revision cannot be compared with a build.'],
    [['token', 'create', 'x'], 'Say what it is for: either --app APP or --manager.'],
    [
      ['token', 'make', 'x'],
      'token is followed by create NAME, list, revoke ID-OR-NAME, or exchange.',
    ],
    [['status', '--channel', '../tokens'], '--channel ../tokens is not a channel'],
    [['history', '--limit', 'all'], '--limit is a whole number of 1 or more.'],
    [['history', '--limit', '201'], '--limit is at most 200.'],
    [['rollback', 'a', '--reason', 'b', '--reason', 'c'], '--reason is given several times'],
    [['status', 'a', 'b'], 'status takes one app, or none.'],
    [['preview'], 'preview takes folders or builds, list, or end ID.'],
    [['preview', 'end'], 'Name what is to end: preview end ID.'],
  ])('(%j) is told what is not understood, exit code 2', async (words, said) => {
    const { code, out, err } = await stock.here(...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(said);
    expect(err.split('\n')).toHaveLength(1);
  });
});

describe('a lost race', () => {
  /** Runs a command; while its person thinks about the reason, somebody else is faster. */
  const raced = (channel: string, words: string[], ...others: Change[]) =>
    runHere(stock.house, [...words, '--channel', channel], {
      ask: async () => {
        for (const other of others) await stock.change(channel, other);
        return 'mine';
      },
    });

  it('is run again if others moved other apps', async () => {
    const channel = await stock.newChannel();
    const builds = { 'mfe-other': otherTwo };
    const other: Change = { kind: 'promote', builds, reason: 'theirs' };
    const { code, out } = await raced(channel, ['promote', 'mfe-note'], other);
    expect([code, out]).toEqual([0, `Done: ${channel} is at revision 3.`]);
    expect((await stock.current(channel))?.builds).toMatchObject({
      'mfe-note': noteTwo,
      'mfe-other': otherTwo,
    });
  });

  it('of the same app is lost, and it says to whom: exit code 3', async () => {
    const channel = await stock.newChannel();
    const canary: Change = {
      kind: 'canary',
      builds: { 'mfe-note': noteTwo },
      percent: 5,
      reason: 'try it gently',
    };
    const { code, err } = await raced(channel, ['promote', 'mfe-note'], canary);
    expect(code).toBe(3);
    expect(err).toContain(
      'release: mfe-note was moved meanwhile: maria made revision 2 (try it gently)',
    );
    expect((await stock.current(channel))?.revision).toBe(2);
  });

  it('is lost as well where twenty changes of others came after that', async () => {
    const channel = await stock.newChannel();
    const canary = (app: string, build: string, percent: number): Change => {
      return { kind: 'canary', builds: { [app]: build }, percent, reason: 'try it gently' };
    };
    const later = Array.from({ length: 20 }, (_, n) => canary('mfe-other', otherTwo, n + 1));
    const first = canary('mfe-note', noteTwo, 5);
    const { code, err } = await raced(channel, ['promote', 'mfe-note'], first, ...later);
    expect(code).toBe(3);
    expect(err).toContain('mfe-note was moved meanwhile: maria made revision 2 (try it gently)');
  });

  it('of an app that somebody took off the site is lost, also to go back with it', async () => {
    const channel = await stock.newChannel();
    const builds = { 'mfe-note': noteTwo };
    await stock.change(channel, { kind: 'promote', builds, reason: 'totals' });
    const removed: Change = { kind: 'remove', apps: ['mfe-note'], reason: 'it has ended' };
    const { code, err } = await raced(channel, ['rollback', 'mfe-note'], removed);
    expect(code).toBe(3);
    expect(err).toContain('mfe-note was moved meanwhile: maria made revision 3 (it has ended)');
  });

  it('against somebody who wanted the very same is none', async () => {
    const channel = await stock.newChannel();
    const same: Change = { kind: 'promote', builds: { 'mfe-note': noteTwo }, reason: 'theirs' };
    const { code, out } = await raced(channel, ['promote', 'mfe-note'], same);
    expect([code, out]).toEqual([
      0,
      `Nothing to change: revision 2 of ${channel} is already like this.`,
    ]);
  });

  it('is lost even if the app is back where it was', async () => {
    const channel = await stock.newChannel();
    await stock.change(channel, {
      kind: 'promote',
      builds: { 'mfe-note': noteTwo },
      reason: 'two',
    });
    const { code } = await runHere(stock.house, ['rollback', 'mfe-note', '--channel', channel], {
      ask: async () => {
        for (const build of [noteOne, noteTwo]) {
          await stock.change(channel, {
            kind: 'promote',
            builds: { 'mfe-note': build },
            reason: 'hm!',
          });
        }
        return 'mine';
      },
    });
    expect(code).toBe(3);
  });
});

describe('publishers at once', () => {
  it('lose no promotion, each with the token of its own app', async () => {
    // RELEASE_CROWD=20 RELEASE_ROUNDS=50 for the long run.
    const crowd = Number(process.env.RELEASE_CROWD ?? 4);
    const rounds = Number(process.env.RELEASE_ROUNDS ?? 1);
    const channel = 'crowd';
    const apps = Array.from({ length: crowd }, (_, n) => `mfe-crowd-${n}`);
    const ids = ['1.0.0-0000000000a1', '1.1.0-0000000000a2'];
    for (const id of ids) {
      const folders = await Promise.all(apps.map((app) => writeApp(stock.house, app, id)));
      expect((await stock.here('publish', ...folders)).code).toBe(0);
    }
    const builds = {
      shell: shellOne,
      ...Object.fromEntries(apps.map((app) => [app, ids[0] ?? ''])),
    };
    await stock.change(channel, { kind: 'promote', builds, reason: 'the beginning' });
    const secrets = await Promise.all(apps.map((app) => stock.token(`${app}-ci`, '--app', app)));
    for (let round = 1; round <= rounds; round += 1) {
      const version = round % 2 === 1 ? '1.1.0' : '1.0.0';
      const codes = await Promise.all(
        apps.map(async (app, n) => {
          const words = ['promote', `${app}@${version}`, '--reason', `round ${round}`];
          const variables = { RELEASE_TOKEN: secrets[n] ?? '' };
          return (await runHere(stock.house, [...words, '--channel', channel], { variables })).code;
        }),
      );
      expect(codes).toEqual(apps.map(() => 0));
    }
    const moves: string[] = [];
    for (let before: number | null = rounds * crowd + 2; before !== null; ) {
      const page = await stock.house.registry.channel(channel).history({ limit: 200, before });
      for (const { reason, moves: own } of page.revisions) {
        moves.push(...own.map(({ app }) => `${reason} ${app}`));
      }
      before = page.next;
    }
    expect(moves.filter((move) => move.startsWith('round'))).toHaveLength(rounds * apps.length);
    expect(new Set(moves).size).toBe(moves.length);
  }, 900_000);
});
