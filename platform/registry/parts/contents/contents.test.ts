import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../src/contract/channel.ts';
import {
  buildOf,
  type DraftOptions,
  done,
  draftOf,
  manager,
  publish,
  upload,
} from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { testRegistries } from '../../src/store/test-registries.testing.ts';
import { type BuildContents, contents } from './contents.ts';

const reason = 'because of this test';
const openTestRegistry = testRegistries();
let registry: Registry;
let folder: string;
let service: BuildContents;

const taken = [{ name: 'tallystick:shared', value: 'taken' }];
const lodash = (version: string) => ({ type: 'library', name: 'lodash', version });
const react = { type: 'library', name: 'react', version: '19.3.1' };

beforeEach(async () => {
  const opened = await openTestRegistry({ parts: [contents.with()] });
  ({ registry, folder } = opened);
  service = contents.of(registry);
});

const sbomOf = (app: string, n: number) => join(folder, 'artifacts', app, buildOf(n), 'sbom.json');
const change = async (wanted: Change) => {
  const channel = registry.channel('production');
  const at = (await channel.current())?.revision ?? 0;
  done(await channel.change(manager, at, wanted));
};

/** What is found, as `mfe-a 1 inside 4.17.20 live production`. */
async function linesOf(name: string, range?: string): Promise<string[]> {
  const { builds } = await service.contains({ name, range });
  return builds.map(({ app, build, found, versions, standing }) =>
    [
      ...[app, build.split('-')[0]?.split('.').at(-1), found, ...versions],
      ...standing.map(({ channel, as }) => `${as} ${channel}`),
    ].join(' '),
  );
}

describe('which builds contain a package', () => {
  beforeEach(async () => {
    await publish(registry, 'shell', buildOf(0), { kind: 'shell', components: [react] });
    const drafts: DraftOptions[] = [
      { components: [lodash('4.17.20'), { ...react, properties: taken }] },
      { components: [lodash('4.17.21'), lodash('3.10.1')] },
      {},
    ];
    for (const [at, draft] of drafts.entries()) {
      await publish(registry, 'mfe-a', buildOf(at + 1), draft);
    }
    await change({ reason, kind: 'promote', builds: { shell: buildOf(0), 'mfe-a': buildOf(1) } });
  });

  it('says it of each by the versions that are meant, and what it is in its channel', async () => {
    expect(await linesOf('lodash', '<4.17.21')).toEqual([
      'mfe-a 1 inside 4.17.20 live production',
      'mfe-a 3 unknown',
      'mfe-a 2 inside 3.10.1',
    ]);
    expect(await linesOf('lodash', '4.17.21')).toEqual([
      'mfe-a 3 unknown',
      'mfe-a 2 inside 4.17.21',
    ]);
    await change({ reason, kind: 'promote', builds: { 'mfe-a': buildOf(2) } });
    await change({
      reason,
      kind: 'canary',
      builds: { 'mfe-a': buildOf(3) },
      percent: 5,
      steps: [50],
    });
    expect(await linesOf('lodash')).toEqual([
      'mfe-a 3 unknown ramping production',
      'mfe-a 2 inside 4.17.21 3.10.1 live production',
      'mfe-a 1 inside 4.17.20 earlier production',
    ]);
  });

  it('says of which commit each is', async () => {
    const commit = '4be1d0c'.padEnd(40, '0');
    await publish(registry, 'mfe-b', buildOf(4), { components: [lodash('4.17.20')], commit });
    const { builds } = await service.contains({ name: 'lodash', range: '4.17.20' });
    const known = builds.filter(({ provenance }) => provenance !== undefined);
    expect(known).toMatchObject([{ app: 'mfe-b', provenance: { said: { commit } } }]);
  });

  it('tells what a remote takes of its page from what is inside', async () => {
    expect(await linesOf('react', '19')).toEqual([
      'mfe-a 1 taken 19.3.1 live production',
      'shell 0 inside 19.3.1 live production',
      'mfe-a 3 unknown',
    ]);
    expect(await linesOf('react', '18')).toEqual(['mfe-a 3 unknown']);
  });

  it('finds a version before a release, and never takes a version that is none for another', async () => {
    const odd = {
      components: [{ type: 'library', group: '@acme', name: 'dates', version: 'main' }],
    };
    await publish(registry, 'mfe-b', buildOf(4), odd);
    await publish(registry, 'mfe-b', buildOf(5), { components: [lodash('5.0.0-rc.1')] });
    expect(await linesOf('@acme/dates', '1')).toContain('mfe-b 4 unknown main');
    expect(await linesOf('@acme/dates')).toContain('mfe-b 4 inside main');
    expect(await linesOf('lodash', '5')).toContain('mfe-b 5 inside 5.0.0-rc.1');
  });

  it('does not know what is in a build whose document is lost or changed, until it is back', async () => {
    const file = sbomOf('mfe-a', 1);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('4.17.20', '4.17.99'));
    expect(await linesOf('lodash', '4.17')).toContain('mfe-a 1 unknown live production');
    expect(await service.sbom({ app: 'mfe-a', build: buildOf(1) })).toMatchObject({
      code: 'unknown',
    });
    await rm(file);
    expect(await linesOf('lodash', '4.17')).toContain('mfe-a 1 unknown live production');
    await publish(registry, 'mfe-a', buildOf(1), {
      components: [lodash('4.17.20'), { ...react, properties: taken }],
    });
    expect(await linesOf('lodash', '4.17')).toContain('mfe-a 1 inside 4.17.20 live production');
  });
});

describe('the bill of materials of a build', () => {
  it('is kept as it was first published, and its hash is in the audit log', async () => {
    await publish(registry, 'mfe-a', buildOf(1), { components: [lodash('4.17.20')] });
    const first = await readFile(sbomOf('mfe-a', 1), 'utf8');
    const [entry] = await registry.audit.entries({ limit: 1 });
    expect(entry?.detail.sbom).toMatch(/^sha384-/);
    await publish(registry, 'mfe-a', buildOf(1), { components: [lodash('4.17.21')] });
    expect(await readFile(sbomOf('mfe-a', 1), 'utf8')).toBe(first);
    const found = done(await service.sbom({ app: 'mfe-a', build: buildOf(1) }));
    expect(new TextDecoder().decode(found)).toBe(first);
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it('is no file of the build, so that neither pages nor their attestations have it', async () => {
    await publish(registry, 'mfe-a', buildOf(1), { components: [lodash('4.17.20')] });
    const record = await registry.build('mfe-a', buildOf(1));
    expect(Object.keys(record?.artifact.files ?? {})).not.toContain('sbom.json');
    expect(JSON.stringify(record)).not.toContain('sbom');
  });

  it('does not come to a build that was published without one', async () => {
    await publish(registry, 'mfe-a', buildOf(1));
    await publish(registry, 'mfe-a', buildOf(1), { components: [lodash('4.17.20')] });
    expect(await linesOf('lodash')).toEqual(['mfe-a 1 unknown']);
    expect(await service.sbom({ app: 'mfe-a', build: buildOf(1) })).toMatchObject({
      code: 'unknown',
      problem: expect.stringContaining('published without a bill of materials'),
    });
    expect(await service.sbom({ app: 'mfe-a', build: buildOf(9) })).toMatchObject({
      problem: `There is no build mfe-a ${buildOf(9)}.`,
    });
  });

  it.each([
    ['{"bomFormat":"SPDX","components":[]}', 'sbom.json is no CycloneDX document'],
    ['{"bomFormat":"CycloneDX"}', 'sbom.json is no CycloneDX document'],
    ['not JSON', 'sbom.json is no CycloneDX document'],
    [`{"bomFormat":"CycloneDX","components":[${'['.repeat(40)}`, 'brackets within brackets'],
    ['{"bomFormat":"CycloneDX","components":[]}', 'sbom.json is not what artifact.json says'],
  ])('is refused where it is none, or another: %s', async (text, problem) => {
    const draft = draftOf('mfe-a', buildOf(1), { components: [] });
    await upload(registry, 'mfe-a', buildOf(1), { ...draft, 'sbom.json': ` ${text}` });
    expect(await registry.publish(manager, 'mfe-a', buildOf(1))).toMatchObject({
      code: 'unfit',
      problem: expect.stringContaining(problem),
    });
  });
});
