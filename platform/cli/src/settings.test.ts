import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepSession } from './admin/session-file.ts';
import { readSettings } from './settings.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-release-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the settings of the command', () => {
  it("are this machine's key and port without others", async () => {
    await writeFile(join(folder, 'release.key'), 'tsr_key\n');
    expect(readSettings({ DATA_DIR: folder, ADMIN_PORT: '4773' })).toEqual({
      ok: true,
      value: { url: 'http://127.0.0.1:4773', token: 'tsr_key' },
    });
  });

  it('follow where the admin API listens', async () => {
    await writeFile(join(folder, 'release.key'), 'tsr_key\n');
    const url = (variables: Record<string, string>) =>
      readSettings({ DATA_DIR: folder, ...variables });
    expect(url({ HOST: '::1' })).toMatchObject({ value: { url: 'http://[::1]:4300' } });
    const outside = { HOST: '192.0.2.7', ADMIN_URL: 'https://console.example' };
    expect(url(outside)).toMatchObject({ value: { url: 'http://192.0.2.7:4300' } });
    expect(url({ ADMIN_SOCKET: '/run/admin.sock' })).toMatchObject({
      ok: false,
      problem:
        'The admin API of this machine listens at the socket /run/admin.sock, which this does not use.',
    });
  });

  it('are RELEASE_URL and RELEASE_TOKEN where they are set', async () => {
    await writeFile(join(folder, 'release.key'), 'tsr_key\n');
    const variables = { DATA_DIR: folder, RELEASE_URL: 'https://a.example/', RELEASE_TOKEN: 'x' };
    expect(readSettings(variables)).toEqual({
      ok: true,
      value: { url: 'https://a.example', token: 'x' },
    });
  });

  it('say where a token would come from', () => {
    const nobody = {
      code: 'unauthorized',
      problem: 'There is no token: RELEASE_TOKEN is not set.',
      next: `Sign in (sign-in), or set it to yours, and RELEASE_URL to the registry's address. Where the site itself runs, start it once: it writes ${folder}/release.key.`,
    };
    expect(readSettings({ DATA_DIR: folder })).toMatchObject({ ok: true, value: { nobody } });
  });

  it('are the sign-in at this address, before the key of the machine and after RELEASE_TOKEN', async () => {
    await writeFile(join(folder, 'release.key'), 'tsr_key\n');
    const variables = { DATA_DIR: folder, HOME: folder, RELEASE_URL: 'https://a.example' };
    await keepSession(variables, 'https://a.example', 'tss_mine');
    const file = join(folder, '.config', 'tallystick', 'sessions.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const tokenIn = (more: Record<string, string>) => readSettings({ ...variables, ...more });
    expect(tokenIn({})).toMatchObject({ value: { token: 'tss_mine' } });
    expect(tokenIn({ RELEASE_TOKEN: 'tsr_a' })).toMatchObject({ value: { token: 'tsr_a' } });
    const elsewhere = tokenIn({ RELEASE_URL: 'https://b.example' });
    expect(elsewhere).toMatchObject({ value: { token: 'tsr_key' } });
    await keepSession(variables, 'https://a.example', null);
    expect(tokenIn({})).toMatchObject({ value: { token: 'tsr_key' } });
  });

  it.each(['http://a.example', 'http://10.0.0.1:4300'])(
    'send no token in the clear to %s',
    (url) => {
      expect(readSettings({ RELEASE_URL: url, RELEASE_TOKEN: 'x' })).toMatchObject({
        code: 'usage',
        problem: `RELEASE_URL=${url} would send your token in the clear.`,
      });
    },
  );

  it('name no password that stands in the address', () => {
    const refused = readSettings({ RELEASE_URL: 'http://me:secret@a.example', RELEASE_TOKEN: 'x' });
    expect(refused).toMatchObject({
      code: 'usage',
      problem: expect.not.stringContaining('secret'),
    });
  });

  it.each(['tsr_a\ntsr_b', 'tsr_\u200ba'])('refuse the token %j, and do not repeat it', (token) => {
    expect(readSettings({ RELEASE_URL: 'https://a.example', RELEASE_TOKEN: token })).toMatchObject({
      code: 'unauthorized',
      problem: 'RELEASE_TOKEN holds a space, a line end or a letter that no token has.',
    });
  });

  it.each(['a.example', 'ftp://a.example'])('refuse the address %s', (url) => {
    expect(readSettings({ RELEASE_URL: url, RELEASE_TOKEN: 'x' })).toMatchObject({ code: 'usage' });
  });
});
