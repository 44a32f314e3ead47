import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from '@tallystick/registry/contract/channel';
import type { Actor } from '@tallystick/registry/contract/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verbs } from './command/all-verbs.ts';
import { openHouse, runHere, spawnRelease, type TestHouse, writeApp } from './release.testing.ts';

const shellOne = '1.0.0-aaaaaaaaaaaa';
const noteOne = '1.0.0-bbbbbbbbbbbb';
const noteTwo = '1.1.0-cccccccccccc';
const otherOne = '1.0.0-dddddddddddd';
const otherTwo = '2.0.0-eeeeeeeeeeee';

const maria: Actor = { tokenId: 'house', name: 'maria', scope: { kind: 'manager' } };

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
  const folders = await Promise.all([
    writeApp(house, 'shell', shellOne),
    writeApp(house, 'mfe-note', noteOne),
    writeApp(house, 'mfe-other', otherOne),
  ]);
  await runHere(house, ['publish', ...folders]);
  const newer = await Promise.all([
    writeApp(house, 'mfe-note', noteTwo, { 'more.js': 'more of it' }),
    writeApp(house, 'mfe-other', otherTwo),
  ]);
  await runHere(house, ['publish', ...newer]);
}, 60_000);
afterAll(() => house.close());

/** The real command, in a process of its own. */
const release = (...words: string[]) => spawnRelease(house, words);
/** The same code in this process. */
const here = (...words: string[]) => runHere(house, words);

async function document(...words: string[]) {
  const { code, out } = await here(...words, '--json');
  return { code, ...JSON.parse(out) };
}

const current = (channel: string) => house.registry.current(channel);

/** A channel of its own for a test, at revision 1 with the first builds. */
let channels = 0;
async function newChannel(): Promise<string> {
  channels += 1;
  const channel = `channel-${channels}`;
  const builds = { shell: shellOne, 'mfe-note': noteOne, 'mfe-other': otherOne };
  await change(channel, { kind: 'promote', builds, reason: 'the beginning' });
  return channel;
}

/** Somebody else changes a channel, past the command. */
async function change(channel: string, wanted: Change): Promise<void> {
  const at = (await current(channel))?.revision ?? 0;
  const made = await house.registry.change(maria, channel, at, wanted);
  if (!made.ok) throw new Error(made.problem);
}

async function token(name: string, ...words: string[]): Promise<string> {
  return (await here('token', 'create', name, ...words)).out;
}

describe('the command as it is run', () => {
  it('ships a build, tries it, recalls it, and says so', async () => {
    const channel = await newChannel();
    const to = ['--channel', channel];
    expect(await release('promote', 'mfe-note', '--reason', 'totals', ...to)).toEqual({
      code: 0,
      err: `${channel}, now at revision 1, will get:\n  mfe-note  ${noteOne} → ${noteTwo}\n`,
      out: `Done: ${channel} is at revision 2.\n`,
    });
    const recalled = await release('rollback', 'mfe-note', '--recall', '--reason', 'wrong', ...to);
    expect(recalled).toEqual({
      code: 0,
      err: `${channel}, now at revision 2, will get:\n  mfe-note  ${noteTwo} → ${noteOne}, ${noteTwo} is recalled\n`,
      out: `Done: ${channel} is at revision 3.\n`,
    });
    expect(await current(channel)).toMatchObject({
      revision: 3,
      kind: 'recall',
      by: 'this machine',
      reason: 'wrong',
      builds: { shell: shellOne, 'mfe-note': noteOne, 'mfe-other': otherOne },
      recalled: [{ app: 'mfe-note', build: noteTwo }],
    });
    const status = await release('status', ...to);
    expect(status.code).toBe(0);
    expect(status.out).toMatch(/^channel-\d+, revision 3, \d+ \w+ ago by this machine: wrong\n/);
    expect(status.out).toMatch(
      /mfe-note {3}1\.0\.0-bbbbbbbbbbbb {2}live {3}\d+ \w+ ago +this machine +0 +0 +0\n/,
    );
    expect(status.out).toContain(`recall mfe-note ${noteTwo}: no tab ran it.`);
  });

  it('has one document on standard output with --json, and no colour in a pipe', async () => {
    const { out, err, code } = await release('status', '--json');
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ current: null, locks: [], tabs: 0 });
    expect((await release('--help')).out).not.toContain('\u001b');
  });

  it('answers a refusal with a line on standard error, and with --json a document too', async () => {
    const { out, err, code } = await release('promote', 'mfe-nope', '--json', '--reason', 'why');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      code: 'unknown',
      error: 'No build of mfe-nope was published. Did you mean "mfe-note"?',
    });
    expect(err).toBe(
      'release: No build of mfe-nope was published. Did you mean "mfe-note"? ' +
        'Publish one, or look at what there is: builds.\n',
    );
  });

  it('says who the token is of, and that there is none', async () => {
    expect(await release('whoami')).toMatchObject({ code: 0, out: 'this machine, manager\n' });
    const none = await spawnRelease(house, ['whoami'], { DATA_DIR: join(house.folder, 'none') });
    expect(none.code).toBe(4);
    expect(none.err).toMatch(/^release: There is no token: RELEASE_TOKEN is not set, and .+\n$/);
    const wrong = await spawnRelease(house, ['whoami'], { RELEASE_TOKEN: 'tsr_wrong' });
    expect(wrong).toEqual({
      code: 4,
      out: '',
      err: 'release: The token is unknown, revoked or expired. Is RELEASE_TOKEN the right one?\n',
    });
  });

  it('says that nothing answers', async () => {
    const { code, err } = await spawnRelease(house, ['status'], { ADMIN_PORT: '1' });
    expect(code).toBe(5);
    expect(err).toMatch(/^release: Nothing answers at http:\/\/127\.0\.0\.1:1.*RELEASE_URL\.\n$/);
  });

  it('is reached by an address and a token as well', async () => {
    const variables = {
      RELEASE_URL: `http://localhost:${house.variables.ADMIN_PORT}/`,
      RELEASE_TOKEN: await token('by-address', '--manager'),
      DATA_DIR: '',
      ADMIN_PORT: '',
    };
    const { code, out } = await spawnRelease(house, ['whoami'], variables);
    expect([code, out]).toEqual([0, 'by-address, manager\n']);
  });
});

describe('publish', () => {
  it('sends several builds at once, and a known one not again', async () => {
    const folders = [
      await writeApp(house, 'mfe-one', '1.0.0-111111111111'),
      await writeApp(house, 'mfe-two', '1.0.0-222222222222'),
    ];
    const first = await document('publish', ...folders);
    expect(first.published).toMatchObject([
      { app: 'mfe-one', build: '1.0.0-111111111111', published: true, files: 6 },
      { app: 'mfe-two', build: '1.0.0-222222222222', published: true, files: 6 },
    ]);
    const again = await here('publish', ...folders);
    expect(again).toEqual({
      code: 0,
      err: '',
      out: 'unchanged mfe-one@1.0.0-111111111111\nunchanged mfe-two@1.0.0-222222222222',
    });
  });

  it('takes the newest build of an app from its folder, or from its dist', async () => {
    const build = '1.0.0-333333333333';
    const app = join(house.folder, 'apps', 'mfe-three');
    await cp(await writeApp(house, 'mfe-three', build), join(app, 'dist', build), {
      recursive: true,
    });
    await writeFile(join(app, 'dist', 'current.json'), JSON.stringify({ build }));
    expect((await release('publish', 'apps/mfe-three')).out).toContain(
      `published mfe-three@${build}`,
    );
    expect((await release('publish', join(app, 'dist'))).out).toContain('unchanged');
  });

  it('refuses what is not a build, not whole, or changed since', async () => {
    const empty = await here('publish', 'nowhere');
    expect(empty.code).toBe(1);
    expect(empty.err).toContain('nowhere holds no build. Build it first: tallystick-build.');
    const missing = await writeApp(house, 'mfe-four', '1.0.0-444444444444');
    await rm(join(missing, 'later.js'));
    expect((await here('publish', missing)).err).toContain('later.js is missing. Build it again.');
    const changed = await writeApp(house, 'mfe-five', '1.0.0-555555555555');
    await writeFile(join(changed, 'later.js'), 'another');
    const refused = await here('publish', changed);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('later.js was changed after the build.');
    expect(await house.registry.builds('mfe-five')).toEqual([]);
  });

  it('refuses another content under a known build id', async () => {
    const build = '1.0.0-666666666666';
    await here('publish', await writeApp(house, 'mfe-six', build));
    const other = await writeApp(house, 'mfe-six', build, { 'later.js': 'other' });
    const { code, err } = await here('publish', other);
    expect(code).toBe(1);
    expect(err).toContain(`mfe-six ${build} is published with another content.`);
  });

  it('is for the app of the token alone', async () => {
    const secret = await token('seven-ci', '--app', 'mfe-seven');
    const as = (...words: string[]) =>
      runHere(house, words, { variables: { RELEASE_TOKEN: secret } });
    const own = await writeApp(house, 'mfe-seven', '1.0.0-777777777777');
    const foreign = await writeApp(house, 'mfe-eight', '1.0.0-888888888888');
    expect((await as('publish', own)).code).toBe(0);
    const refused = await as('publish', foreign);
    expect(refused.code).toBe(4);
    expect(refused.err).toContain('mfe-seven alone');
    expect(await house.registry.builds('mfe-eight')).toEqual([]);
    const kept = await readdir(house.folder, { recursive: true });
    const foreignKept = kept.filter((path) => path.includes('mfe-eight'));
    expect(foreignKept.filter((path) => !path.startsWith('builds'))).toEqual([]);
  });
});

describe('promote', () => {
  it('moves several apps as one revision, by version, build id or newest', async () => {
    const channel = await newChannel();
    const words = ['mfe-note@1.1.0', `mfe-other@${otherTwo}`, '--reason', 'a set'];
    const { code, revision } = await document('promote', ...words, '--channel', channel);
    expect(code).toBe(0);
    expect(revision).toMatchObject({
      revision: 2,
      builds: { shell: shellOne, 'mfe-note': noteTwo, 'mfe-other': otherTwo },
    });
  });

  it('changes nothing where it is so already', async () => {
    const channel = await newChannel();
    const words = ['promote', 'mfe-note@1.0.0', '--reason', 'again', '--channel', channel];
    expect(await document(...words)).toMatchObject({ code: 0, changed: false });
    expect((await here(...words)).out).toBe(
      `Nothing to change: ${channel} is like that already, at revision 1.`,
    );
    expect((await current(channel))?.revision).toBe(1);
  });

  it('gives a build to a share of browsers, then to more, then to all', async () => {
    const channel = await newChannel();
    const promote = (...words: string[]) =>
      document('promote', 'mfe-note', ...words, '--reason', 'try it', '--channel', channel);
    expect((await promote('--percent', '20')).revision).toMatchObject({
      builds: { 'mfe-note': noteOne },
      canaries: { 'mfe-note': { build: noteTwo, percent: 20 } },
    });
    expect((await promote('--percent', '20')).changed).toBe(false);
    expect((await promote('--percent', '50%')).revision.canaries['mfe-note'].percent).toBe(50);
    expect((await promote()).revision).toMatchObject({
      builds: { 'mfe-note': noteTwo },
      canaries: {},
    });
  });

  it('says with --dry-run what it would do', async () => {
    const channel = await newChannel();
    const { code, out, err } = await here('promote', 'mfe-note', '--dry-run', '--channel', channel);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(`${channel} would get revision 2:\nmfe-note  ${noteOne} → ${noteTwo}`);
    expect((await current(channel))?.revision).toBe(1);
  });

  it('refuses a build that does not fit what is live', async () => {
    const channel = await newChannel();
    const build = '1.0.0-999999999999';
    await here('publish', await writeApp(house, 'mfe-rival', build, {}, '/mfe-note/:id'));
    const { code, err } = await here(
      'promote',
      'mfe-rival',
      '--reason',
      'x y',
      '--channel',
      channel,
    );
    expect(code).toBe(1);
    expect(err).toContain('/mfe-note/:id');
    expect((await current(channel))?.revision).toBe(1);
  });

  it('of a locked app tells the reason, exit code 6', async () => {
    const channel = await newChannel();
    const to = ['--channel', channel];
    expect((await here('lock', 'mfe-note', '--reason', 'an incident', ...to)).code).toBe(0);
    const refused = await here('promote', 'mfe-note', '--reason', 'totals', ...to);
    expect(refused.code).toBe(6);
    expect(refused.err).toMatch(/^release: mfe-note is locked by this machine: an incident\. /);
    expect((await here('status', ...to)).out).toMatch(
      /locked mfe-note, \d+ \w+ ago by this machine/,
    );
    expect((await here('unlock', 'mfe-note', '--reason', 'mended', ...to)).code).toBe(0);
    expect((await here('promote', 'mfe-note', '--reason', 'totals', ...to)).code).toBe(0);
  });

  it('of a locked app is refused, but to go back with it is not', async () => {
    const channel = await newChannel();
    const to = ['--reason', 'an incident', '--channel', channel];
    await here('promote', 'mfe-note', ...to);
    await here('lock', 'mfe-note', ...to);
    expect((await here('promote', 'mfe-note@1.0.0', ...to)).code).toBe(6);
    expect((await here('rollback', 'mfe-note', '--recall', ...to)).code).toBe(0);
    expect((await current(channel))?.builds['mfe-note']).toBe(noteOne);
  });

  it.each([
    [['promote', '--reason', 'why'], 'Name at least one app.'],
    [['promote', 'mfe-note'], 'A reason is missing.'],
    [['promote', 'mfe-note', '--reason', 'x'], 'A reason has from 3 to 500 letters.'],
    [['promote', 'mfe-note@newest', '--reason', 'why'], '"mfe-note@newest" is not an app'],
    [['promote', 'mfe-note', 'mfe-note@1.0.0', '--reason', 'why'], 'mfe-note is named twice.'],
    [['promote', 'mfe-note', '--percent', '100', '--reason', 'why'], '--percent is a number'],
    [['promote', 'mfe-note', '--percnt', '1'], 'Did you mean --percent?'],
    [['rolback', 'mfe-note'], 'Did you mean "rollback"?'],
    [['rollback', '--reason', 'why'], 'Name at least one app, or a revision by --revision.'],
    [['rollback', 'a', 'b', '--to', '1.0.0', '--reason', 'why'], '--to is for one app.'],
    [['rollback', 'a', '--revision', '3', '--reason', 'why'], '--revision says all'],
    [['diff', '1', 'mfe-note'], 'A revision cannot be compared with a build.'],
    [['token', 'create', 'x'], 'Say what it is for: either --app APP or --manager.'],
    [['token', 'make', 'x'], 'token is followed by create NAME, list, or revoke ID-OR-NAME.'],
    [['history', '--limit', 'all'], '--limit is a whole number of 1 or more.'],
  ])('(%j) is told what is not understood, exit code 2', async (words, said) => {
    const { code, out, err } = await here(...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(said);
    expect(err.split('\n')).toHaveLength(1);
  });
});

describe('a person at a terminal', () => {
  it('sees what will change, is asked for the reason, and can leave it', async () => {
    const channel = await newChannel();
    const words = ['promote', 'mfe-note', '--channel', channel];
    const left = await runHere(house, words, { ask: async () => '' });
    expect(left.code).toBe(1);
    expect(left.err.split('\n')).toEqual([
      `${channel}, now at revision 1, will get:`,
      `  mfe-note  ${noteOne} → ${noteTwo}`,
      'release: Nothing was changed.',
    ]);
    const done = await runHere(house, words, { ask: async () => 'totals are right again' });
    expect(done.code).toBe(0);
    expect((await current(channel))?.reason).toBe('totals are right again');
  });
});

describe('a lost race', () => {
  /** Runs a command; while its person thinks about the reason, somebody else is faster. */
  const raced = (channel: string, words: string[], other: Change) =>
    runHere(house, [...words, '--channel', channel], {
      ask: async () => {
        await change(channel, other);
        return 'mine';
      },
    });

  it('is run again if others moved other apps', async () => {
    const channel = await newChannel();
    const builds = { 'mfe-other': otherTwo };
    const other: Change = { kind: 'promote', builds, reason: 'theirs' };
    const { code, out } = await raced(channel, ['promote', 'mfe-note'], other);
    expect([code, out]).toEqual([0, `Done: ${channel} is at revision 3.`]);
    expect((await current(channel))?.builds).toMatchObject({
      'mfe-note': noteTwo,
      'mfe-other': otherTwo,
    });
  });

  it('of the same app is lost, and it says to whom: exit code 3', async () => {
    const channel = await newChannel();
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
    expect((await current(channel))?.revision).toBe(2);
  });

  it('against somebody who wanted the very same is none', async () => {
    const channel = await newChannel();
    const same: Change = { kind: 'promote', builds: { 'mfe-note': noteTwo }, reason: 'theirs' };
    const { code, out } = await raced(channel, ['promote', 'mfe-note'], same);
    expect([code, out]).toEqual([
      0,
      `Nothing to change: ${channel} is like that already, at revision 2.`,
    ]);
  });

  it('is lost even if the app is back where it was', async () => {
    const channel = await newChannel();
    await change(channel, { kind: 'promote', builds: { 'mfe-note': noteTwo }, reason: 'two' });
    const { code } = await runHere(house, ['rollback', 'mfe-note', '--channel', channel], {
      ask: async () => {
        for (const build of [noteOne, noteTwo]) {
          await change(channel, { kind: 'promote', builds: { 'mfe-note': build }, reason: 'hm!' });
        }
        return 'mine';
      },
    });
    expect(code).toBe(3);
  });
});

describe('rollback', () => {
  async function channelAtTwo(): Promise<string> {
    const channel = await newChannel();
    const builds = { 'mfe-note': noteTwo, 'mfe-other': otherTwo };
    await change(channel, { kind: 'promote', builds, reason: 'a set' });
    return channel;
  }

  it('goes back to the build before, and leaves the others alone', async () => {
    const channel = await channelAtTwo();
    const words = ['rollback', 'mfe-note', '--reason', 'wrong', '--channel', channel];
    expect((await document(...words)).revision).toMatchObject({
      kind: 'rollback',
      builds: { 'mfe-note': noteOne, 'mfe-other': otherTwo },
    });
  });

  it('goes to a version that is named, by --to or with the app', async () => {
    const channel = await channelAtTwo();
    const to = ['--reason', 'wrong', '--channel', channel];
    const one = await document('rollback', 'mfe-note', '--to', '1.0.0', ...to);
    expect(one.revision.builds['mfe-note']).toBe(noteOne);
    const other = await document('rollback', `mfe-other@${otherOne}`, ...to);
    expect(other.revision.builds['mfe-other']).toBe(otherOne);
  });

  it('ends a canary, and no more', async () => {
    const channel = await newChannel();
    const to = ['--reason', 'wrong', '--channel', channel];
    await here('promote', 'mfe-note', '--percent', '10', ...to);
    expect((await document('rollback', 'mfe-note', ...to)).revision).toMatchObject({
      builds: { 'mfe-note': noteOne },
      canaries: {},
    });
  });

  it('undoes a whole revision, unless one of its apps has moved since', async () => {
    const channel = await channelAtTwo();
    const undo = ['rollback', '--revision', '2', '--reason', 'no set', '--channel', channel];
    expect((await document(...undo)).revision).toMatchObject({
      revision: 3,
      builds: { 'mfe-note': noteOne, 'mfe-other': otherOne },
    });
    const again = await here(...undo);
    expect(again.code).toBe(3);
    expect(again.err).toContain('has moved since');
  });

  it('finds nothing to go back to where nothing was before', async () => {
    const channel = await newChannel();
    const { code, err } = await here(
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
    const channel = await newChannel();
    const to = ['--reason', 'has ended', '--channel', channel];
    expect((await document('remove', 'mfe-other', ...to)).revision.builds).toEqual({
      shell: shellOne,
      'mfe-note': noteOne,
    });
    expect((await here('promote', 'mfe-other', ...to)).err).toContain(`nothing → ${otherTwo}`);
    expect((await here('remove', 'shell', ...to)).code).toBe(1);
  });
});

describe('what there is to read', () => {
  it('is history, of all or of one app, page by page', async () => {
    const channel = await newChannel();
    await change(channel, { kind: 'promote', builds: { 'mfe-note': noteTwo }, reason: 'totals' });
    const all = await here('history', '--channel', channel);
    expect(all.out).toMatch(
      /^revision 2 {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}promote by maria: totals\n {2}mfe-note {2}1\.0\.0-b{12} → 1\.1\.0-c{12}\nrevision 1 /,
    );
    const one = await document('history', 'shell', '--channel', channel);
    expect(one.revisions).toMatchObject([{ revision: 1 }]);
    const first = await here('history', '--limit', '1', '--channel', channel);
    expect(first.out).toContain('More: --before 2');
  });

  it('is what two builds differ in, and two revisions', async () => {
    const channel = await newChannel();
    await change(channel, { kind: 'promote', builds: { 'mfe-note': noteTwo }, reason: 'totals' });
    const said = [
      `mfe-note  ${noteOne} → ${noteTwo}`,
      '   FILE             BEFORE  AFTER  GROWTH',
      '+  more.js                   10 B   +10 B',
      '~  remote-entry.js    25 B   25 B     0 B',
      '~  routes.js          26 B   26 B     0 B',
      '3 files differ, 4 are the same; +10 B in all.',
    ].join('\n');
    expect((await here('diff', 'mfe-note@1.0.0', 'mfe-note')).out).toBe(said);
    expect((await here('diff', '1', '2', '--channel', channel)).out).toBe(said);
    expect((await here('diff', '1', '1', '--channel', channel)).out).toBe('They are the same.');
    const { apps } = await document('diff', 'mfe-note@1.0.0', 'mfe-note');
    expect(apps).toMatchObject([{ app: 'mfe-note', from: noteOne, to: noteTwo, same: 4 }]);
  });

  it('is what was published', async () => {
    const { code, out } = await here('builds', 'mfe-other');
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ['APP', 'BUILD'],
      ['mfe-other', otherTwo],
      ['mfe-other', otherOne],
    ]);
    expect((await here('builds', 'mfe-othr')).err).toContain('Did you mean "mfe-other"?');
  });

  it('is whether history is whole, exit code 7 if not', async () => {
    const whole = await document('verify');
    expect(whole).toMatchObject({ code: 0, ok: true, problems: [] });
    await newChannel();
    expect(await document('verify', '--head', whole.head)).toMatchObject({ code: 0, ok: true });
    const cut = await here('verify', '--head', '0'.repeat(64));
    expect(cut.code).toBe(7);
    expect(cut.out).toContain(`History is not whole:`);
    expect(cut.out).toContain(`the head ${'0'.repeat(64)} is not in the chain`);
  });

  it('is what may be deleted', async () => {
    const { code, dryRun, deleted } = await document('gc', '--dry-run');
    expect({ code, dryRun, deleted }).toEqual({ code: 0, dryRun: true, deleted: [] });
    expect((await here('gc', '--dry-run')).out).toMatch(
      /^0 builds would be deleted, 0 B; \d+ kept\.$/,
    );
  });
});

describe('tokens', () => {
  it('are made with the secret alone on standard output, listed, and revoked', async () => {
    const made = await release('token', 'create', 'ledger-ci', '--app', 'mfe-note', '--days', '7');
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/^tsr_\w{16}_[\w-]{43}\n$/);
    const secret = made.out.trim();
    expect(made.err).not.toContain(secret);
    const as = (...words: string[]) =>
      runHere(house, words, { variables: { RELEASE_TOKEN: secret } });
    expect((await as('whoami')).out).toBe('ledger-ci, publisher of mfe-note');
    expect((await as('token', 'list')).code).toBe(4);
    const channel = await newChannel();
    const to = ['--reason', 'why', '--channel', channel];
    expect((await as('promote', 'mfe-note', ...to)).code).toBe(0);
    expect((await as('promote', 'mfe-other', ...to)).code).toBe(4);
    expect((await here('token', 'list')).out).toMatch(/^ledger-ci +mfe-note +until \d{4}-/m);
    expect((await here('token', 'revoke', 'ledger-ci')).code).toBe(0);
    expect((await as('whoami')).code).toBe(4);
    expect((await here('token', 'list')).out).toMatch(/^ledger-ci +mfe-note +revoked/m);
    expect((await here('token', 'revoke', 'ledger-ci')).err).toContain(
      'There is no token ledger-ci.',
    );
  });
});

describe('help', () => {
  it.each(verbs.map(({ name }) => name))('on %s has its use and an example', async (name) => {
    const { code, out } = await here(name, '--help');
    expect(code).toBe(0);
    expect(out).toContain(`Usage: release ${name}`);
    expect(out).toMatch(/Examples:\n(?: {2}# .*\n)? {2}release /);
    expect(out.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect((await here('help', name)).out).toBe(out);
  });

  it('names every verb, setting and exit code', async () => {
    const { code, out } = await here('--help');
    expect(code).toBe(0);
    for (const { name } of verbs) expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect(out).toContain('RELEASE_TOKEN');
    expect(out).toContain('7 verify');
    expect((await here()).code).toBe(2);
  });
});

describe('twenty publishers at once', () => {
  it('lose no promotion, each with the token of its own app', async () => {
    const channel = 'crowd';
    const apps = Array.from({ length: 20 }, (_, n) => `mfe-crowd-${n}`);
    const ids = ['1.0.0-0000000000a1', '1.1.0-0000000000a2'];
    for (const id of ids) {
      const folders = await Promise.all(apps.map((app) => writeApp(house, app, id)));
      expect((await here('publish', ...folders)).code).toBe(0);
    }
    const builds = {
      shell: shellOne,
      ...Object.fromEntries(apps.map((app) => [app, ids[0] ?? ''])),
    };
    await change(channel, { kind: 'promote', builds, reason: 'the beginning' });
    const secrets = await Promise.all(apps.map((app) => token(`${app}-ci`, '--app', app)));
    const rounds = 2;
    for (let round = 1; round <= rounds; round += 1) {
      const version = round % 2 === 1 ? '1.1.0' : '1.0.0';
      const codes = await Promise.all(
        apps.map(async (app, n) => {
          const words = ['promote', `${app}@${version}`, '--reason', `round ${round}`];
          const variables = { RELEASE_TOKEN: secrets[n] ?? '' };
          return (await runHere(house, [...words, '--channel', channel], { variables })).code;
        }),
      );
      expect(codes).toEqual(apps.map(() => 0));
    }
    const page = await house.registry.history(channel, { limit: 200 });
    const moves = page.revisions.flatMap(({ reason, moves }) =>
      moves.map(({ app }) => `${reason} ${app}`),
    );
    expect(moves.filter((move) => move.startsWith('round'))).toHaveLength(rounds * apps.length);
    expect(new Set(moves).size).toBe(moves.length);
  }, 120_000);
});
