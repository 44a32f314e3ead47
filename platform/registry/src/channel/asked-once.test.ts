import { beforeEach, expect, it } from 'vitest';
import type { Change } from '../contract/channel.ts';
import type { Part } from '../part/part.ts';
import { buildOf, done, manager, publish } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { testRegistries } from '../store/test-registries.testing.ts';

const [one, two, three] = [buildOf(1), buildOf(2), buildOf(3)];
const reason = 'because of this test';

/** The builds of each time that the parts were asked which builds fail. */
const asked: string[][] = [];
const judging: Part = {
  name: 'judging',
  migrations: {},
  failing: async (_db, _channel, builds) => {
    asked.push(builds.map(({ app, build }) => `${app}@${build}`));
    return builds.filter(({ build }) => build === two);
  },
  open: () => ({ joined: () => {} }),
};

const openTestRegistry = testRegistries();
let registry: Registry;
const channel = () => registry.channel('production');
const ship = async (builds: Record<string, string>) => {
  const at = (await channel().current())?.revision ?? 0;
  done(await channel().change(manager, at, { kind: 'promote', builds, reason }));
};

beforeEach(async () => {
  ({ registry } = await openTestRegistry({ parts: [judging] }));
  await publish(registry, 'shell', one, { kind: 'shell' });
  for (const build of [one, two, three])
    await publish(registry, 'mfe-a', build, { commit: build.slice(4, 5).repeat(40) });
  await ship({ shell: one, 'mfe-a': one });
  await ship({ 'mfe-a': two });
});

it.each([true, false])(
  'a rollback without a named build asks of each build once: %s',
  async (dryRun) => {
    await ship({ 'mfe-a': three });
    asked.length = 0;
    const change: Change = { kind: 'rollback', apps: ['mfe-a'], to: {}, recall: false, reason };
    const answer = done(await channel().request(manager, { change, dryRun }));
    expect(asked).toEqual([[`mfe-a@${two}`, `mfe-a@${one}`]]);
    expect(answer).toMatchObject({
      revision: { builds: { 'mfe-a': one } },
      notes: ['mfe-a 2222222 did not work in most browsers that had it: it is passed over.'],
    });
  },
);

it('the board asks once, and only where a rollback has a choice', async () => {
  asked.length = 0;
  expect((await channel().board()).before).toEqual({ 'mfe-a': one });
  expect(asked).toEqual([]);
  await ship({ 'mfe-a': three });
  asked.length = 0;
  expect((await channel().board()).before).toEqual({ 'mfe-a': one });
  expect(asked).toEqual([[`mfe-a@${two}`, `mfe-a@${one}`]]);
});
