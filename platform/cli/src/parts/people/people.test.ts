import {
  openTestProvider,
  type TestProvider,
  testClient,
} from '@tallystick/registry/oidc-provider.testing';
import { readEnvironment } from '@tallystick/settings/environment';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openHouse, runHere, type TestHouse } from '../../release.testing.ts';

// The provider wants five seconds between two questions; here each waits for the one before alone.
vi.mock('node:timers/promises', () => ({ setTimeout: () => new Promise(setImmediate) }));

let provider: TestProvider;
let house: TestHouse;
beforeAll(async () => {
  provider = await openTestProvider(['http://localhost:4300']);
  const read = readEnvironment({
    OIDC_ISSUER: provider.url,
    OIDC_CLIENT_ID: testClient.client_id,
    OIDC_CLIENT_SECRET: testClient.client_secret,
    OIDC_ROLES: '{"releases":"manager"}',
  });
  if (!read.ok) throw new Error(read.problem);
  house = await openHouse({ environment: read.value });
});
afterAll(async () => {
  await house.close();
  await provider.stop();
});

it('signs a person in by a code, says who is, and signs them out', async () => {
  const account = { name: 'Maria Lopez', email: 'maria@example.org', groups: ['releases'] };
  provider.accounts.set('maria', account);
  const variables = { HOME: house.folder };
  const release = (...words: string[]) => runHere(house, words, { variables });

  const signingIn = release('sign-in');
  await expect.poll(() => provider.codes.length).toBe(1);
  await provider.confirm(provider.codes[0] ?? '', 'maria');
  expect(await signingIn).toMatchObject({
    code: 0,
    out: 'Signed in as Maria Lopez (maria@example.org), manager of releases.',
    err: expect.stringMatching(
      /^Open http:\S+\nand confirm the code \S+\. It is good for 10 minutes\.$/,
    ),
  });
  expect((await release('whoami')).out).toBe(
    'Maria Lopez (maria@example.org), manager of releases',
  );
  expect((await release('who')).out).toContain('Maria Lopez (maria@example.org)');
  expect(await release('token', 'list')).toMatchObject({ code: 4 });
  expect((await release('sign-out')).out).toBe('You are signed out.');
  expect((await release('whoami')).out).toBe('this machine, manager');
});
