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

describe('rollback', () => {
  async function channelAtTwo(): Promise<string> {
    const channel = await stock.newChannel();
    const builds = { 'mfe-note': noteTwo, 'mfe-other': otherTwo };
    await stock.change(channel, { kind: 'promote', builds, reason: 'a set' });
    return channel;
  }

  it('goes back to the build before, and leaves the others alone', async () => {
    const channel = await channelAtTwo();
    const words = ['rollback', 'mfe-note', '--reason', 'wrong', '--channel', channel];
    expect((await stock.changed(...words)).revision).toMatchObject({
      kind: 'rollback',
      builds: { 'mfe-note': noteOne, 'mfe-other': otherTwo },
    });
  });

  it('goes to a version that is named, by --to or with the app', async () => {
    const channel = await channelAtTwo();
    const to = ['--reason', 'wrong', '--channel', channel];
    const one = await stock.changed('rollback', 'mfe-note', '--to', '1.0.0', ...to);
    expect(one.revision.builds['mfe-note']).toBe(noteOne);
    const other = await stock.changed('rollback', `mfe-other@${otherOne}`, ...to);
    expect(other.revision.builds['mfe-other']).toBe(otherOne);
    // As whoever runs it again does, because the answer was lost.
    const again = await stock.here('rollback', `mfe-other@${otherOne}`, ...to);
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).toMatch(/^Nothing to change: /);
  });

  it('goes to the build of a version that was live, not to a newer one of it that never was', async () => {
    const channel = await stock.newChannel();
    const [live, next, never] = ['1.0.0-000000000001', '1.1.0-000000000002', '1.0.0-000000000003'];
    for (const build of [live, next, never]) {
      await stock.here('publish', await writeApp(stock.house, 'mfe-third', build));
    }
    const to = ['--reason', 'wrong', '--channel', channel];
    for (const build of [live, next]) await stock.here('promote', `mfe-third@${build}`, ...to);
    const back = await stock.changed('rollback', 'mfe-third', '--to', '1.0.0', ...to);
    expect(back.revision.builds['mfe-third']).toBe(live);
  });

  describe('beside a canary', () => {
    const [first, second, third] = [
      '1.0.0-000000000011',
      '1.1.0-000000000012',
      '1.2.0-000000000013',
    ] as const;
    /** The second build live, the third a canary. */
    async function tried(): Promise<string[]> {
      const channel = await stock.newChannel();
      const to = ['--reason', 'wrong', '--channel', channel];
      for (const build of [first, second, third]) {
        await stock.here('publish', await writeApp(stock.house, 'mfe-tried', build));
      }
      for (const build of [first, second]) await stock.here('promote', `mfe-tried@${build}`, ...to);
      await stock.here('promote', `mfe-tried@${third}`, '--percent', '10', ...to);
      return to;
    }
    const question = `Take mfe-tried ${second}, the live build, back?`;

    it('is refused where nobody can be asked, with both ways on', async () => {
      const to = await tried();
      const refused = await stock.here('rollback', 'mfe-tried', ...to);
      const channel = to.at(-1);
      expect(refused.code).toBe(1);
      expect(refused.err).toContain(
        `mfe-tried has ${second} live, and ${third} is its canary, for 10 % of browsers. Which is meant is not said. ` +
          `To end the canary: abort mfe-tried --channel ${channel}. ` +
          `To take the live build back: rollback mfe-tried --live --channel ${channel}.`,
      );
      expect(await stock.document('rollback', 'mfe-tried', ...to)).toMatchObject({
        code: 'ambiguous',
        cause: { live: second, canary: { build: third, percent: 10 }, paused: false },
      });
    });

    it('takes the live build where that is said', async () => {
      const { revision } = await stock.changed(
        'rollback',
        'mfe-tried',
        '--live',
        ...(await tried()),
      );
      expect(revision.builds['mfe-tried']).toBe(first);
      expect(revision.canaries).toEqual({});
    });

    it.each([
      ['yes', 0, first],
      ['y', 1, second],
      ['', 1, second],
    ])('asks a person, who says "%s"', async (said, code, live) => {
      const to = await tried();
      const asked: string[] = [];
      const ask = async (question: string) => {
        asked.push(question);
        return said;
      };
      expect((await runHere(stock.house, ['rollback', 'mfe-tried', ...to], { ask })).code).toBe(
        code,
      );
      expect(asked).toEqual([expect.stringContaining(question)]);
      expect((await stock.current(to.at(-1) ?? ''))?.builds['mfe-tried']).toBe(live);
    });

    it('is not what abort does: that ends the canary alone, and once', async () => {
      const to = await tried();
      const { revision } = await stock.changed('abort', 'mfe-tried', ...to);
      expect(revision.builds['mfe-tried']).toBe(second);
      expect(revision.canaries).toEqual({});
      expect((await stock.here('abort', 'mfe-tried', ...to)).out).toMatch(/^Nothing to change: /);
    });
  });

  it('undoes a whole revision, unless one of its apps has moved since', async () => {
    const channel = await channelAtTwo();
    const undo = ['rollback', '--revision', '2', '--reason', 'no set', '--channel', channel];
    expect((await stock.changed(...undo)).revision).toMatchObject({
      revision: 3,
      builds: { 'mfe-note': noteOne, 'mfe-other': otherOne },
    });
    const again = await stock.here(...undo);
    expect(again.code).toBe(3);
    expect(again.err).toContain('has moved since');
  });

  it('asks whether another app was meant', async () => {
    const channel = await stock.newChannel();
    const to = ['--reason', 'why', '--channel', channel];
    const said = `release: mfe-othr is not in ${channel}. Did you mean "mfe-other"? What is: status.`;
    expect(await stock.here('rollback', 'mfe-othr', ...to)).toEqual({
      code: 1,
      out: '',
      err: said,
    });
    expect(await stock.here('remove', 'mfe-othr', ...to)).toEqual({ code: 1, out: '', err: said });
    expect((await stock.here('lock', 'mfe-othr', ...to)).err).toContain(
      'Did you mean "mfe-other"?',
    );
  });

  it('asks whether another channel was meant, and locks nothing in one that is not there', async () => {
    const channel = await stock.newChannel();
    const lock = ['lock', 'mfe-note', '--reason', 'why', '--channel', `${channel}x`];
    expect((await stock.here(...lock)).code).toBe(1);
    expect((await stock.here(...lock)).err).toContain(`There is no channel ${channel}x.`);
    for (const verb of ['history', 'status']) {
      const none = await stock.here(verb, '--channel', `${channel}x`);
      expect(none).toMatchObject({ code: 1, out: '' });
      expect(none.err).toContain(`There is no channel ${channel}x.`);
    }
    const none = await stock.here('history', 'mfe-nowhere', '--channel', channel);
    expect(none).toEqual({
      code: 0,
      out: `${channel} has no revision that moved mfe-nowhere.`,
      err: '',
    });
  });

  it('finds nothing to go back to where nothing was before', async () => {
    const channel = await stock.newChannel();
    const { code, err } = await stock.here(
      'rollback',
      'mfe-note',
      '--reason',
      'why',
      '--channel',
      channel,
    );
    expect(code).toBe(1);
    expect(err).toContain('there is no build of mfe-note to go back to');
  });
});

describe('remove', () => {
  it('takes an app off the site, and promote brings it back', async () => {
    const channel = await stock.newChannel();
    const to = ['--reason', 'has ended', '--channel', channel];
    expect((await stock.changed('remove', 'mfe-other', ...to)).revision.builds).toEqual({
      shell: shellOne,
      'mfe-note': noteOne,
    });
    expect((await stock.here('promote', 'mfe-other', ...to)).err).toContain(
      `nothing → ${otherTwo}`,
    );
    expect((await stock.here('remove', 'shell', ...to)).code).toBe(1);
  });

  it('says who shows a widget of the app', async () => {
    const channel = await stock.newChannel();
    const build = '1.9.0-191919191919';
    const contract = {
      types: [{ is: 'object', fields: {} }],
      shows: { 'mfe-other': { './card': [0] } },
    };
    const files = { 'contract.json': JSON.stringify(contract) };
    await stock.here('publish', await writeApp(stock.house, 'mfe-shows', build, files));
    const to = ['--reason', 'has ended', '--channel', channel];
    await stock.here('promote', `mfe-shows@${build}`, ...to);
    const note = `mfe-shows ${build} shows ./card of mfe-other: its fallback stands there then.`;
    const looked = await stock.here('remove', 'mfe-other', '--dry-run', ...to);
    expect(looked.out).toContain(`note: ${note}`);
    const { code, err } = await stock.here('remove', 'mfe-other', ...to);
    expect(code).toBe(0);
    expect(err).toContain(`note: ${note}`);
    await stock.here('promote', 'mfe-other@1.0.0', ...to);
    expect(await stock.document('remove', 'mfe-other', ...to)).toMatchObject({ notes: [note] });
  });
});

describe('what there is to read', () => {
  it('is history, of all or of one app, page by page', async () => {
    const channel = await stock.newChannel();
    await stock.change(channel, {
      kind: 'promote',
      builds: { 'mfe-note': noteTwo },
      reason: 'totals',
    });
    const all = await stock.here('history', '--channel', channel);
    expect(all.out).toMatch(
      /^revision 2 {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}promote by maria: totals\n {2}mfe-note {2}1\.0\.0-b{12} → 1\.1\.0-c{12}\nrevision 1 /,
    );
    expect(await stock.document('history', 'shell', '--channel', channel)).toMatchObject({
      revisions: [{ revision: 1 }],
    });
    const first = await stock.here('history', '--limit', '1', '--channel', channel);
    expect(first.out).toContain('More: --before 2');
  });

  it('is what two builds differ in, and two revisions', async () => {
    const channel = await stock.newChannel();
    await stock.change(channel, {
      kind: 'promote',
      builds: { 'mfe-note': noteTwo },
      reason: 'totals',
    });
    const said = [
      `mfe-note  ${noteOne} → ${noteTwo}`,
      '   FILE     BEFORE  AFTER  GROWTH',
      '+  more.js           10 B   +10 B',
      'and 2 more of the same size',
      '3 files differ, 4 are the same; +10 B in all.',
    ].join('\n');
    expect((await stock.here('diff', 'mfe-note@1.0.0', 'mfe-note')).out).toBe(said);
    expect((await stock.here('diff', '1', '2', '--channel', channel)).out).toBe(said);
    expect((await stock.here('diff', '1', '1', '--channel', channel)).out).toBe(
      'They are the same.',
    );
    const canary = { kind: 'canary', builds: { 'mfe-note': noteOne }, percent: 10 } as const;
    await stock.change(channel, { ...canary, reason: 'once more' });
    expect((await stock.here('diff', '2', '3', '--channel', channel)).out).toBe(
      `mfe-note  canary none → ${noteOne} for 10 %`,
    );
    expect(await stock.document('diff', 'mfe-note@1.0.0', 'mfe-note')).toMatchObject({
      apps: [{ app: 'mfe-note', from: noteOne, to: noteTwo, same: 4 }],
    });
  });

  it('is said of one file as of one', async () => {
    const alike = { 'remote-entry.js': 'entry()', 'routes.js': 'routes()' };
    for (const [build, later] of [
      ['1.0.0-abcdefabcdef', 'a()'],
      ['1.1.0-abcdefabcdef', 'b2()'],
    ] as const) {
      const files = { ...alike, 'later.js': later };
      await stock.here('publish', await writeApp(stock.house, 'mfe-alike', build, files));
    }
    const { out } = await stock.here('diff', 'mfe-alike@1.0.0', 'mfe-alike@1.1.0');
    expect(out.split('\n').at(-1)).toBe('1 file differs, 5 are the same; +1 B in all.');
  });

  it('is what was published', async () => {
    const { code, out } = await stock.here('builds', 'mfe-other');
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ['APP', 'BUILD'],
      ['mfe-other', otherTwo],
      ['mfe-other', otherOne],
    ]);
    expect((await stock.here('builds', 'mfe-othr')).err).toContain('Did you mean "mfe-other"?');
  });

  it('is whether history is whole, exit code 7 if not', async () => {
    expect(await stock.document('verify')).toMatchObject({ code: 0, ok: true, problems: [] });
    const head = /^head (.+)$/m.exec((await stock.here('verify')).out)?.[1] ?? '';
    await stock.newChannel();
    expect(await stock.document('verify', '--head', head)).toMatchObject({
      code: 0,
      ok: true,
    });
    expect((await stock.here('verify', '--head', head.slice(1))).code).toBe(2);
    const cut = await stock.here('verify', '--head', '0'.repeat(64));
    expect(cut.code).toBe(7);
    expect(cut.out).toContain(`History is not whole:`);
    expect(cut.out).toContain(`the head ${'0'.repeat(64)} is not in the log`);
  });

  it('is what may be deleted', async () => {
    expect(await stock.document('gc', '--dry-run')).toMatchObject({
      code: 0,
      dryRun: true,
      deleted: [],
    });
    expect((await stock.here('gc', '--dry-run')).out).toMatch(
      /^0 builds would be deleted, 0 B; \d+ kept\.$/,
    );
  });
});
