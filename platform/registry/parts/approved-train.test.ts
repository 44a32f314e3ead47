import { beforeEach, expect, it } from 'vitest';
import type { Change } from '../src/contract/channel.ts';
import type { Actor } from '../src/contract/tokens.ts';
import { buildOf, done, manager, publish, publisherOf } from '../src/registry.testing.ts';
import type { Registry } from '../src/registry.ts';
import { testRegistries } from '../src/store/test-registries.testing.ts';
import { approvals } from './approvals/approvals.ts';
import { trains } from './trains/trains.ts';

const [one, two] = [buildOf(1), buildOf(2)];
const reason = 'the spring release';
const nine = '2026-12-02T09:00:00.000Z';
const mara: Actor = { ...manager, tokenId: 'person-mara', name: 'Mara' };
const openTestRegistry = testRegistries();
let registry: Registry;
let now = 0;
const production = () => registry.channel('production');
const change = async (what: Change) => {
  const { revision = 0 } = (await production().current()) ?? {};
  return done(await production().change(manager, revision, what));
};

/** A train of both apps, which their team has planned, and that is to leave now. */
async function departed(at = Date.parse(nine)): Promise<string> {
  const builds = { 'mfe-a': two, 'mfe-b': two };
  const scope: Actor['scope'] = { kind: 'publisher', app: 'mfe-a', others: ['mfe-b'] };
  const team: Actor = { ...publisherOf('mfe-a'), scope };
  const { id } = done(
    await trains.of(registry).plan(team, 'production', { builds, at: nine, reason }),
  );
  now = at;
  await trains.of(registry).depart();
  return id;
}
const first = async () => (await trains.of(registry).list('production'))[0];

beforeEach(async () => {
  now = Date.parse('2026-12-01T00:00:00.000Z');
  const parts = [trains.with({ departs: false }), approvals.with()];
  ({ registry } = await openTestRegistry({ now: () => now, parts }));
  await publish(registry, 'shell', one, { kind: 'shell' });
  for (const app of ['mfe-a', 'mfe-b']) {
    for (const build of [one, two]) await publish(registry, app, build);
  }
  await change({
    kind: 'promote',
    builds: { shell: one, 'mfe-a': one, 'mfe-b': one },
    reason,
  });
});

it('a train that waits for a second person has left once somebody approves it', async () => {
  const rule = { asks: true, reason };
  done(await approvals.of(registry).setRule(manager, 'production', rule));
  await departed();
  const problem = expect.stringContaining('production asks for a second person: this waits as');
  expect(await first()).toMatchObject({ state: 'refused', problem });
  const [{ id = '' } = {}] = (await approvals.of(registry).state(mara, 'production')).waiting;
  const of = { channel: 'production', id };
  done(await approvals.of(registry).answer(mara, of, { answer: 'approve' }));
  const left = await first();
  expect(left).toMatchObject({ state: 'left', revision: 2 });
  expect(left).not.toHaveProperty('problem');
  expect(await registry.audit.verify()).toMatchObject({ ok: true });
});

it('a train that was refused has not left by a revision that bears its name and lacks its builds', async () => {
  const id = await departed(Date.parse(nine) + 2 * 3_600_000);
  expect(await first()).toMatchObject({ state: 'refused' });
  await change({ kind: 'promote', builds: { 'mfe-a': two }, reason: `spring (train ${id})` });
  expect(await first()).toMatchObject({ state: 'refused' });
  await change({ kind: 'promote', builds: { 'mfe-b': two }, reason: `spring (train ${id})` });
  expect(await first()).toMatchObject({ state: 'left', revision: 3 });
});
