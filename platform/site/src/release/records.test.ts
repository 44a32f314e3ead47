import { withAttestations } from '@tallystick/registry/changed-registry.testing';
import { expect, it, onTestFinished } from 'vitest';
import { openTestRegistry, openTestSite } from '../site.testing.ts';
import { openRecords } from './records.ts';

it('asks once in a second for a build that there is not', async () => {
  let now = 0;
  let asked = 0;
  const ofBuild = async () => {
    asked += 1;
    return null;
  };
  const open = () => Promise.reject(new Error('nothing to open'));
  const { readForClient, known } = openRecords(
    { attestations: { ofBuild, proofOfBuild: ofBuild }, isPreviewOnly: async () => false },
    { keys: [], open },
    () => now,
  );
  const build = '1.0.0-cccccccccccc';
  expect(await readForClient('mfe-note', build)).toBeNull();
  now = 999;
  expect(await readForClient('mfe-note', build)).toBeNull();
  expect(asked).toBe(1);
  await readForClient('mfe-other', build);
  expect(asked).toBe(2);
  now = 1_000;
  expect(await readForClient('mfe-note', build)).toBeNull();
  expect(asked).toBe(3);
  expect(known('mfe-note', build)).toBeUndefined();
});

it('has a build that was asked for too early as soon as a revision names it', async () => {
  const kept = await openTestRegistry();
  onTestFinished(() => kept.close());
  let isPublished = false;
  const registry = withAttestations(kept.registry, {
    ofBuild: async (...which) =>
      isPublished ? kept.registry.attestations.ofBuild(...which) : null,
  });
  const site = await openTestSite({ ...kept, registry });
  onTestFinished(async () => void (await site.server.close()));
  const shell = await site.publish('shell');
  const file = `/artifacts/shell/${shell}/main.js`;
  expect((await site.get(file)).statusCode).toBe(404);
  isPublished = true;
  await site.promote({ shell });
  const page = await site.get('/');
  expect([page.statusCode, page.headers['x-release']]).toEqual([200, `${site.channel}/1`]);
  expect((await site.get(file)).statusCode).toBe(200);
});
