import { openTestIssuer, type TestIssuer } from '@tallystick/registry/parts/trust/issuer.testing';
import { trust } from '@tallystick/registry/parts/trust/trust';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere } from '../../release.testing.ts';
import { openStock, type Stock } from '../../stock.testing.ts';

let stock: Stock;
let issuer: TestIssuer;
beforeAll(async () => {
  [stock, issuer] = await Promise.all([openStock(), openTestIssuer()]);
});
afterAll(async () => {
  await issuer.close();
  await stock.house.close();
});

it('is given, listed and withdrawn by a manager', async () => {
  const by = [
    '--issuer',
    issuer.url,
    '--claim',
    'repository=org/notes',
    '--claim',
    'ref=refs/heads/*',
  ];
  const added = await stock.here('trust', 'mfe-note', ...by);
  const [, id] =
    /^http:\S+ is trusted: runs with repository=org\/notes ref=refs\/heads\/\* may publish mfe-note\. Withdraw it: trust withdraw (\w{8})$/.exec(
      added.out,
    ) ?? [];
  expect(added.err).toContain('127.0.0.1 is 127.0.0.1, a private address');
  expect((await stock.here('trust', 'list')).out).toContain(`${id}`);
  const secret = await stock.token('note-ci', '--app', 'mfe-note');
  const as = { variables: { RELEASE_TOKEN: secret } };
  expect((await runHere(stock.house, ['trust', 'withdraw', `${id}`], as)).code).toBe(4);
  expect((await stock.here('trust', 'withdraw', `${id}`)).out).toContain('is trusted no more');
  expect((await stock.here('trust', 'list')).out).toBe('Nobody is trusted without a token.');
  expect((await stock.here('trust', 'withdraw', `${id}`)).err).toContain(`there is no trust ${id}`);
});

it('may be for the apps of a team', async () => {
  const by = ['--issuer', issuer.url, '--claim', 'repository=org/team'];
  const added = await stock.here('trust', 'mfe-note', 'mfe-other', ...by);
  const [, id = ''] =
    /may publish mfe-note, mfe-other\. Withdraw it: trust withdraw (\w{8})$/.exec(added.out) ?? [];
  expect((await stock.here('trust', 'list')).out).toMatch(/^mfe-note, mfe-other +publish /m);
  expect((await stock.here('trust', 'mfe-note', 'Other', ...by)).err).toContain(
    '"Other" is not the name of an app.',
  );
  expect((await stock.here('trust', 'withdraw', id)).code).toBe(0);
});

it('is listed with the reason why it is not honoured any more', async () => {
  const claims = { job_workflow_ref: 'org/shared/.github/workflows/a.yml@refs/heads/main' };
  const maria = { tokenId: 'house', name: 'maria', scope: { kind: 'manager' } } as const;
  // As an earlier version took it: the rules for new trusts are those of the call.
  const wanted = { app: 'mfe-note', issuer: issuer.url, claims, may: 'publish' } as const;
  const old = await trust.of(stock.house.registry).add(maria, wanted);
  const id = old.ok ? old.value.trust.id : '';
  const { out } = await stock.here('trust', 'list');
  expect(out).toContain(`Trust ${id} is not honoured. Its claims name by job_workflow_ref none`);
  expect((await stock.here('trust', 'withdraw', id)).code).toBe(0);
});

it.each([
  [['mfe-note'], 2, 'Say who signs the tokens: --issuer URL.'],
  [['mfe-note', '--issuer', 'x', '--claim', 'repository'], 2, 'is not NAME=VALUE'],
  [
    ['mfe-note', '--issuer', 'x', '--claim', 'sub=a', '--claim', 'ref=b', '--claim', 'ref=c'],
    2,
    '--claim ref is said twice',
  ],
  [['mfe-note', '--issuer', 'x', '--may', 'everything'], 2, 'preview, publish or promote'],
  [['mfe-note', '--issuer', 'x', '--claim', 'ref=refs/heads/main'], 1, 'must name one of: sub'],
  [
    ['mfe-note', '--issuer', 'github', '--claim', 'job_workflow_ref=o/w/a.yml@main'],
    1,
    'anybody may call a public workflow',
  ],
  [['mfe-note', '--issuer', 'x', '--claim', 'sub=a'], 1, 'is not an address such as https://'],
  [['mfe-note', '--issuer', 'http://a.example', '--claim', 'sub=a'], 1, 'must begin with https://'],
])('%j is refused with a way out', async (words, code, says) => {
  const refused = await stock.here('trust', ...words);
  expect(refused.code).toBe(code);
  expect(refused.err).toContain(says);
});

it('needs an ID token to be exchanged', async () => {
  const exchange = (variables: Record<string, string>) =>
    runHere(stock.house, ['token', 'exchange'], { variables });
  expect(await exchange({})).toMatchObject({
    code: 4,
    err: expect.stringContaining('permissions: id-token: write'),
  });
  const missing = await exchange({ RELEASE_ID_TOKEN_FILE: '/nowhere/token' });
  expect(missing.err).toContain('RELEASE_ID_TOKEN_FILE=/nowhere/token cannot be read.');
  const refused = await exchange({ RELEASE_ID_TOKEN: 'nonsense' });
  expect(refused).toMatchObject({ code: 4, err: expect.stringContaining('it is no signed JWT') });
});
