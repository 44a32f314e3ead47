import { openUnverified, readRelease } from '@tallystick/contract/read-release';
import { attestRevision, signAttestation } from '@tallystick/registry/attestations';
import {
  provenAlone,
  withAttestations,
  withChannels,
} from '@tallystick/registry/changed-registry.testing';
import type { Revision } from '@tallystick/registry/contract/channel';
import { openSigningKey } from '@tallystick/registry/signing-key';
import { expect, it } from 'vitest';
import { releaseIn } from '../browser.testing.ts';
import { openTab } from '../events/events.testing.ts';
import type { TestRegistry, TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

let kept: TestRegistry;
let site: TestSite;
/** What a database has that lost the newest revisions, and was given others since; null: what the registry has. */
let given: Revision | null;
siteForEach(
  (...opened) => {
    [site, kept] = opened;
  },
  ({ registry, folder }) => {
    given = null;
    return {
      registry: withAttestations(
        withChannels(registry, ({ current }) => ({ current: async () => given ?? current() })),
        {
          ofRevision: async (...which) => {
            if (given === null) return registry.attestations.ofRevision(...which);
            return signAttestation(await keyIn(folder), attestRevision(given, 'shell'));
          },
          proofOfRevision: async (...which) => {
            const { attestations } = registry;
            if (given === null) return attestations.proofOfRevision(...which);
            return provenAlone(await keyIn(folder), attestRevision(given, 'shell'));
          },
        },
      ),
      limits: { heartbeatMs: 50 },
    };
  },
);

async function keyIn(folder: string) {
  const opened = await openSigningKey({ DATA_DIR: folder, RELEASE_KEY_FILE: undefined });
  if (!opened.ok) throw new Error(opened.problem);
  return opened.value;
}

/** The build of the one remote: in a page, and in what open tabs read. */
async function served(): Promise<(string | undefined)[]> {
  const page = await releaseIn((await site.get('/')).body);
  const { body } = await site.get('/releases/current.json');
  const read = await readRelease(body, openUnverified);
  return [page, read].map(({ remotes }) => remotes[0]?.build);
}

it('gives way to the one that took its number after a failover, which never gives way to it again', async () => {
  const { note: first } = await site.release('first');
  const { note: lost } = await site.release('lost');
  const tab = await openTab(await site.server.listen({ host: '127.0.0.1', port: 0 }));
  expect(await tab.next()).toMatchObject({ revision: 2, recalled: [] });
  expect(await served()).toEqual([lost, lost]);

  const second = await kept.registry.channel(site.channel).current();
  if (second === null) throw new Error('no revision');
  const recalled = [{ app: 'mfe-note', build: lost }];
  const later = new Date(Date.parse(second.at) + 1).toISOString();
  given = { ...second, builds: { ...second.builds, 'mfe-note': first }, recalled, at: later };
  expect(await served()).toEqual([first, first]);
  expect(await tab.next()).toEqual({ channel: site.channel, revision: 2, recalled });

  given = second;
  expect(await served()).toEqual([first, first]);
  expect((await site.get('/')).headers['x-release']).toBe(`${site.channel}/2`);
  tab.leave();
});
