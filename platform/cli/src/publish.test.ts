import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openClient } from './admin/client.ts';
import { readFolder } from './builds/read-folder.ts';
import { publishBuilds } from './builds/upload.ts';
import { processIo } from './io.ts';
import { openHouse, runHere, type TestHouse, writeApp } from './release.testing.ts';
import { readSettings } from './settings.ts';
import { openStock, type Stock } from './stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
});
afterAll(() => stock.house.close());

describe('publish', () => {
  it('sends several builds at once, and a known one not again', async () => {
    const folders = [
      await writeApp(stock.house, 'mfe-one', '1.0.0-111111111111'),
      await writeApp(stock.house, 'mfe-two', '1.0.0-222222222222'),
    ];
    expect(await stock.document('publish', ...folders)).toMatchObject({
      published: [
        { app: 'mfe-one', build: '1.0.0-111111111111', published: true, files: 6 },
        { app: 'mfe-two', build: '1.0.0-222222222222', published: true, files: 6 },
      ],
    });
    const again = await stock.here('publish', ...folders);
    expect(again).toEqual({
      code: 0,
      err: '',
      out: 'unchanged mfe-one@1.0.0-111111111111\nunchanged mfe-two@1.0.0-222222222222',
    });
  });

  it('says of the first builds of a channel once that nothing is live there yet', async () => {
    const folders = [
      await writeApp(stock.house, 'mfe-first', '1.0.0-141414141414'),
      await writeApp(stock.house, 'mfe-second', '1.0.0-151515151515'),
    ];
    const { out } = await stock.here('publish', ...folders);
    expect(out.match(/nothing is live on production yet/g)).toHaveLength(1);
    expect(out).not.toContain('does not fit');
  });

  it('says which openings a build needs that only the site can have', async () => {
    const site = { subjects: {}, ownSegments: [], openings: ['injectedStyles'] };
    const house = await openHouse({ site });
    onTestFinished(() => house.close());
    const shell = await writeApp(house, 'shell', '1.0.0-161616161616');
    const first = await writeApp(house, 'mfe-open', '1.0.0-171717171717');
    await runHere(house, ['publish', shell, first]);
    await runHere(house, ['promote', 'shell', 'mfe-open', '--reason', 'the beginning']);
    const build = '1.1.0-181818181818';
    const needs = ['injectedStyles', 'cleanedMarkup'];
    const next = await writeApp(house, 'mfe-open', build, {}, { needs });
    const { code, out } = await runHere(house, ['publish', next]);
    expect(code).toBe(0);
    expect(out.match(/^ {2}note: .*/gm)).toEqual([
      `  note: mfe-open ${build} needs the opening cleanedMarkup, which this site does not have: pages refuse what needs it, until site.config.ts opens it`,
    ]);
  });

  it('reads each file of a build once to send it', async () => {
    const folder = await writeApp(stock.house, 'mfe-read', '1.0.0-131313131313', {
      'routes.js.map': '{"version":3}',
    });
    const noOptions = { remote: undefined, version: undefined, container: undefined };
    const local = await readFolder(folder, noOptions);
    const reads: string[] = [];
    const read = (path: string) => {
      reads.push(path);
      return local.read(path);
    };
    const client = openClient(readSettings(stock.house.variables));
    const given = { client, io: processIo('release', folder), json: true };
    await publishBuilds([{ ...local, read }], given, {});
    const maps = ['artifact.json', 'routes.js.map'];
    expect(reads.sort()).toEqual([...maps, ...Object.keys(local.artifact.files)].sort());
  });

  it.each([
    ['publish', '--version', '1.2.0'],
    ['check', '--container', 'notes'],
  ])('%s refuses what is said of the build of another bundler: %s', async (verb, option, value) => {
    const folder = await writeApp(stock.house, 'mfe-own', '1.0.0-141414141414');
    const ran = await stock.here(verb, folder, option, value);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain(`${option} is for the build of another bundler`);
  });

  it('sends no build of a preview in a channel that is not there', async () => {
    const folder = await writeApp(stock.house, 'mfe-nowhere', '1.0.0-121212121212');
    const ran = await stock.here('preview', folder, '--channel', 'wrong');
    expect(ran).toMatchObject({ code: 1, out: '' });
    const builds = await stock.here('builds', 'mfe-nowhere');
    expect(builds.err).toContain('No build of mfe-nowhere was published');
    expect(ran.err).toContain('There is no channel wrong.');
    const published = await stock.here('publish', folder, '--channel', 'wrong');
    expect(published).toMatchObject({ code: 1, out: '' });
    expect(published.err).toContain('There is no channel wrong.');
  });

  it('shows builds of several apps in one preview, published or in a folder', async () => {
    const channel = await stock.newChannel();
    const build = '1.7.1-171717171717';
    const folder = await writeApp(stock.house, 'mfe-note', build);
    const hidden = '2.1.0-212121212121';
    const other = await writeApp(stock.house, 'mfe-other', hidden);
    const to = ['--channel', channel];
    expect((await stock.here('preview', other, ...to)).code).toBe(0);
    const both = ['preview', folder, `mfe-other@${hidden}`, ...to];
    const { out, err } = await stock.here(...both, '--markdown', '--page', '/');
    expect(err).toBe('');
    expect(out).toContain('<!-- tallystick-preview mfe-note -->');
    expect(out).toContain('[Open the preview of mfe-note and mfe-other](http://localhost:4000/');
    expect(out).toContain(`| Builds | \`mfe-note@${build}\`, \`mfe-other@${hidden}\` |`);
    expect((await stock.here('preview', 'list', 'mfe-other')).out).toContain(
      `mfe-note@${build} with mfe-other@${hidden}`,
    );
    const secret = await stock.token('note-ci', '--app', 'mfe-note');
    const variables = { RELEASE_TOKEN: secret };
    expect(await runHere(stock.house, both, { variables })).toMatchObject({
      code: 4,
      err: expect.stringContaining('is for mfe-note alone, not for mfe-other'),
    });
    const at = await stock.here('preview', folder, '--page', '/notes/7', ...to);
    // The test's apps have no page without a parameter.
    expect(at).toMatchObject({ code: 0, err: '' });
    expect(at.out).toMatch(
      /^http:\/\/localhost:4000\/releases\/preview\?link=\w\S+&page=%2Fnotes%2F7$/,
    );
    expect((await stock.here('preview', folder, ...to)).err).toBe(
      'It has no page without a parameter: --page /… leads to one that shows it.',
    );
    expect((await stock.here('preview', folder, '--page', 'notes', ...to)).err).toContain(
      '--page notes is no path of the site: it begins with /.',
    );
    expect((await stock.here('preview', folder, folder, ...to)).err).toContain(
      'mfe-note is named twice.',
    );
  });

  it('brings back with --again what the registry has lost', async () => {
    const build = '1.0.0-aaaaaaaaaa99';
    const folder = await writeApp(stock.house, 'mfe-lost', build);
    await stock.here('publish', folder);
    const lost = join(stock.house.folder, 'artifacts', 'mfe-lost', build, 'routes.js');
    await rm(lost);
    expect((await stock.here('publish', folder)).code).toBe(0);
    expect(await readdir(dirname(lost))).not.toContain('routes.js');
    expect((await stock.here('publish', '--again', folder)).code).toBe(0);
    expect(await readFile(lost, 'utf8')).toBe(`routes(${build})`);
  });

  it('sends source maps beside the files, which count for none of them', async () => {
    const build = '1.0.0-aaaaaaaaaa98';
    const maps = { 'routes.js.map': '{"version":3}', 'gone.js.map': '{}' };
    const folder = await writeApp(stock.house, 'mfe-mapped', build, maps);
    expect((await stock.here('publish', folder)).out).toMatch(/ 6 files, \d+ B, 1 source map\n/);
    const kept = join(stock.house.folder, 'artifacts', 'mfe-mapped', build);
    expect((await readdir(kept)).filter((path) => path.endsWith('.map'))).toEqual([
      'routes.js.map',
    ]);
    expect(await readFile(join(kept, 'routes.js.map'), 'utf8')).toBe('{"version":3}');
  });

  it('leaves source maps out for a registry of before it kept them, and says so in one line', async () => {
    const build = '1.0.0-aaaaaaaaaa97';
    const folder = await writeApp(stock.house, 'mfe-unmapped', build, { 'routes.js.map': '{}' });
    const earlier = await earlierRegistry(stock.house);
    const { code, out, err } = await runHere(earlier, ['publish', folder]);
    await earlier.close();
    expect({ code, err }).toEqual({
      code: 0,
      err: '1 source map left out: this registry is of before it kept them. Upgrade its servers, then publish --again.',
    });
    expect(out).toMatch(/published mfe-unmapped@\S+ {2}6 files, \d+ B\n/);
    const kept = join(stock.house.folder, 'artifacts', 'mfe-unmapped', build);
    expect(await readdir(kept)).not.toContain('routes.js.map');
    expect(await stock.document('publish', '--again', folder)).toMatchObject({
      published: [{ published: false, sourceMaps: 1 }],
    });
    expect(await readdir(kept)).toContain('routes.js.map');
  });

  it('takes the newest build of an app from its folder, or from its dist', async () => {
    const build = '1.0.0-333333333333';
    const app = join(stock.house.folder, 'apps', 'mfe-three');
    await cp(await writeApp(stock.house, 'mfe-three', build), join(app, 'dist', build), {
      recursive: true,
    });
    await writeFile(join(app, 'dist', 'current.json'), JSON.stringify({ build }));
    expect((await stock.release('publish', 'apps/mfe-three')).out).toContain(
      `published mfe-three@${build}`,
    );
    expect((await stock.release('publish', join(app, 'dist'))).out).toContain('unchanged');
    // As a build that fails leaves it.
    await rm(join(app, 'dist', 'current.json'));
    for (const folder of [app, join(app, 'dist')]) {
      const failed = await stock.here('publish', folder);
      expect(failed.code).toBe(1);
      expect(failed.err).toContain(`The last build in ${folder} failed. Build it again.`);
    }
  });

  it('refuses what is not a build, not whole, or changed since', async () => {
    await mkdir(join(stock.house.folder, 'empty'));
    const empty = await stock.here('publish', 'empty');
    expect(empty.code).toBe(1);
    expect(empty.err).toContain('empty holds no build');
    expect(empty.err).toContain('Build the app first.');
    // As all of a workspace, which nobody waits for: no program reads so much at once.
    await mkdir(join(stock.house.folder, 'workspace/node_modules/some'), { recursive: true });
    await writeFile(join(stock.house.folder, 'workspace/large'), '');
    await truncate(join(stock.house.folder, 'workspace/large'), 3 * 2 ** 30);
    await writeFile(join(stock.house.folder, 'workspace/node_modules/some/remoteEntry.js'), '');
    const workspace = await stock.here('publish', 'workspace');
    expect(workspace.code).toBe(1);
    expect(workspace.err).toContain('workspace holds no build');
    const missing = await writeApp(stock.house, 'mfe-four', '1.0.0-444444444444');
    await rm(join(missing, 'later.js'));
    expect((await stock.here('publish', missing)).err).toContain(
      'later.js is missing. Build it again.',
    );
    const changed = await writeApp(stock.house, 'mfe-five', '1.0.0-555555555555');
    await writeFile(join(changed, 'later.js'), 'another');
    const refused = await stock.here('publish', changed);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('later.js was changed after the build.');
    expect(await stock.house.registry.builds('mfe-five')).toEqual([]);
  });

  it.each(['publish', 'preview', 'check'])(
    '(%s) says that there is no such folder, and how its own is named',
    async (verb) => {
      const folder = join(stock.house.folder, `team-${verb}`);
      await mkdir(folder);
      await writeFile(join(folder, 'remote.json'), '{"name":"mfe-team"}');
      const said = async (word: string) =>
        (await runHere({ ...stock.house, folder }, [verb, word])).err;
      expect(await said('mfe-team')).toBe(
        `release: There is no folder ${folder}/mfe-team. You are in the folder of mfe-team; use: ${verb} .`,
      );
      expect(await said('/nope')).toBe('release: There is no folder /nope.');
    },
  );

  it('names what was published before a build that is refused', async () => {
    const build = '1.0.0-999999999999';
    const first = await writeApp(stock.house, 'mfe-nine', build);
    const unfit = await writeApp(stock.house, 'mfe-ten', build, { 'contract.json': '{' });
    const { code, out, err } = await stock.here('publish', first, unfit);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^published mfe-nine@1\.0\.0-9{12}\nrelease: mfe-ten 1\.0\.0-9{12}: /);
  });

  it('refuses another content under a known build id', async () => {
    const build = '1.0.0-666666666666';
    await stock.here('publish', await writeApp(stock.house, 'mfe-six', build));
    const other = await writeApp(stock.house, 'mfe-six', build, { 'later.js': 'other' });
    const { code, err } = await stock.here('publish', other);
    expect(code).toBe(1);
    expect(err).toContain(`mfe-six ${build} is published with another content.`);
  });

  it('is for the app of the token alone', async () => {
    const secret = await stock.token('seven-ci', '--app', 'mfe-seven');
    const as = (...words: string[]) =>
      runHere(stock.house, words, { variables: { RELEASE_TOKEN: secret } });
    const own = await writeApp(stock.house, 'mfe-seven', '1.0.0-777777777777');
    const foreign = await writeApp(stock.house, 'mfe-eight', '1.0.0-888888888888');
    expect((await as('publish', own)).code).toBe(0);
    const refused = await as('publish', foreign);
    expect(refused.code).toBe(4);
    expect(refused.err).toContain('mfe-seven alone');
    expect(await stock.house.registry.builds('mfe-eight')).toEqual([]);
    const kept = await readdir(stock.house.folder, { recursive: true });
    const foreignKept = kept.filter((path) => path.includes('mfe-eight'));
    expect(foreignKept.filter((path) => !path.startsWith('builds'))).toEqual([]);
  });
});

describe('tokens', () => {
  it('are made with the secret alone on standard output, listed, and revoked', async () => {
    const made = await stock.release(
      'token',
      'create',
      'ledger-ci',
      '--app',
      'mfe-note',
      '--days',
      '7',
    );
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/^tsr_\w{16}_[\w-]{43}\n$/);
    const secret = made.out.trim();
    expect(made.err).not.toContain(secret);
    const as = (...words: string[]) =>
      runHere(stock.house, words, { variables: { RELEASE_TOKEN: secret } });
    expect((await as('whoami')).out).toBe('ledger-ci, publisher of mfe-note');
    expect((await as('token', 'list')).code).toBe(4);
    const channel = await stock.newChannel();
    const to = ['--reason', 'why', '--channel', channel];
    expect((await as('promote', 'mfe-note', ...to)).code).toBe(0);
    expect((await as('promote', 'mfe-other', ...to)).code).toBe(4);
    expect((await stock.here('token', 'list')).out).toMatch(/^ledger-ci +mfe-note +until \d{4}-/m);
    expect((await stock.here('token', 'revoke', 'ledger-ci')).code).toBe(0);
    expect((await as('whoami')).code).toBe(4);
    expect((await stock.here('token', 'list')).out).toMatch(/^ledger-ci +mfe-note +revoked/m);
    expect((await stock.here('token', 'revoke', 'ledger-ci')).err).toContain(
      'There is no token ledger-ci.',
    );
  });

  it('may be for the apps of a team, which the list names', async () => {
    const apps = ['--app', 'mfe-note', '--app', 'mfe-other', '--app', 'mfe-note'];
    const made = await stock.here('token', 'create', 'team-ci', ...apps);
    expect(made.err).toContain('A token for team-ci, publisher of mfe-note, mfe-other, until 20');
    const as = (...words: string[]) =>
      runHere(stock.house, words, { variables: { RELEASE_TOKEN: made.out } });
    expect((await as('whoami')).out).toBe('team-ci, publisher of mfe-note, mfe-other');
    expect((await stock.here('token', 'list')).out).toMatch(
      /^team-ci +mfe-note, mfe-other +until/m,
    );
    const to = ['--reason', 'why', '--channel', await stock.newChannel()];
    expect((await as('promote', 'mfe-note', 'mfe-other', ...to)).code).toBe(0);
    const refused = await as('rollback', 'mfe-note', 'shell', ...to);
    expect(refused).toMatchObject({
      code: 4,
      err: expect.stringContaining('is for mfe-note, mfe-other alone, not for shell'),
    });
    expect((await as('token', 'exchange', '--app', 'a', '--app', 'b')).err).toContain(
      'token exchange takes one --app.',
    );
  });

  it('are revoked by a name that only expired ones have beside it', async () => {
    const day = 86_400_000;
    // As a registry of before has made them, and machines make theirs.
    const machine = { tokenId: 'house', name: 'this machine', scope: { kind: 'manager' } } as const;
    const scope = { kind: 'publisher', app: 'mfe-note' } as const;
    for (const days of [1, 30]) {
      const token = { name: 'renewed', scope, days };
      await stock.house.registry.access.createToken(machine, token);
    }
    const revoke = (now: number) => runHere(stock.house, ['token', 'revoke', 'renewed'], { now });
    expect((await revoke(Date.now())).err).toContain('2 tokens are named renewed.');
    expect(await revoke(Date.now() + 2 * day)).toMatchObject({ code: 0, err: '' });
  });
});

/** The registry of a house as one of before capabilities answers: `whoami` names none. */
async function earlierRegistry({ folder, variables }: TestHouse) {
  const own = `http://127.0.0.1:${variables.ADMIN_PORT}`;
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const answer = await fetch(`${own}${url}`, {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
      },
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    const { capabilities, ...actor } = url === '/v1/whoami' ? JSON.parse(text) : {};
    response
      .writeHead(answer.status)
      .end(capabilities === undefined ? text : JSON.stringify(actor));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    folder,
    variables: { ...variables, ADMIN_PORT: `${port}` },
    close: () => server.close(),
  };
}
