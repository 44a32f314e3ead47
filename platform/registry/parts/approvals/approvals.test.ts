import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/contract/tokens.ts';
import { buildOf, done, manager, publish, publisherOf } from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { testRegistries } from '../../src/store/test-registries.testing.ts';
import { approvals } from './approvals.ts';

const openTestRegistry = testRegistries();
const person = (name: string): Actor => ({
  tokenId: `person-${name}`,
  name,
  scope: { kind: 'manager', administers: false },
  person: { subject: name },
});
const [maria, ben] = [person('maria'), person('ben')];
const reason = 'because of this test';
let registry: Registry;
beforeEach(async () => {
  ({ registry } = await openTestRegistry({ parts: [approvals.with()] }));
  for (const n of [1, 2]) await publish(registry, 'shell', buildOf(n), { kind: 'shell' });
  done(await live().change(manager, 0, { kind: 'promote', builds: { shell: buildOf(1) }, reason }));
  done(await desk().setRule(manager, 'production', { asks: true, reason }));
});
const live = () => registry.channel('production');
const desk = () => approvals.of(registry);
const promote = (n: number) =>
  ({ kind: 'promote', builds: { shell: buildOf(n) }, reason }) as const;
const ask = (actor: Actor, n = 2) => live().request(actor, { change: promote(n), dryRun: false });
const rollBack = (actor: Actor, recall: boolean) =>
  live().request(actor, {
    change: { kind: 'rollback', apps: ['shell'], to: {}, recall, reason },
    dryRun: false,
  });
const first = async () => (await desk().state(ben, 'production')).waiting[0]?.id ?? '';
const answer = (actor: Actor, id: string, given: 'approve' | 'decline') =>
  desk().answer(
    actor,
    { channel: 'production', id },
    given === 'approve' ? { answer: given } : { answer: given, reason },
  );
const current = async () => (await live().current())?.builds.shell;

describe('a channel that asks for a second person', () => {
  it('makes a change once somebody else approves it, and says both names', async () => {
    const waits = await ask(maria);
    const id = await first();
    expect(waits).toMatchObject({
      code: 'waiting',
      problem: `production asks for a second person: this waits as ${id}, and nothing has changed.`,
      next: `Somebody else: approvals approve ${id}.`,
    });
    expect(await ask(maria)).toEqual(waits);
    expect(await current()).toBe(buildOf(1));
    expect(await answer(maria, id, 'approve')).toMatchObject({ code: 'forbidden' });
    expect(done(await answer(ben, id, 'approve'))).toEqual({ revision: 2 });
    expect(await live().current()).toMatchObject({
      builds: { shell: buildOf(2) },
      by: 'maria, approved by ben',
    });
    expect((await desk().state(ben, 'production')).waiting).toEqual([]);
    expect(await answer(ben, id, 'approve')).toMatchObject({ code: 'unknown' });
  });

  it('is one for the console too, and not for another channel', async () => {
    expect(await live().change(maria, 1, promote(2))).toMatchObject({ code: 'waiting' });
    expect(await live().change(maria, 0, promote(2))).toMatchObject({ code: 'moved' });
    done(await registry.channel('staging').change(maria, 0, promote(2)));
  });

  it('stands in no way of what goes back', async () => {
    await ask(maria);
    done(await answer(ben, await first(), 'approve'));
    done(await rollBack(maria, true));
    expect(await current()).toBe(buildOf(1));
  });

  it('keeps nothing that could not be made anyway', async () => {
    expect(await ask(publisherOf('mfe-notes'))).toMatchObject({ code: 'forbidden' });
    expect(await ask(maria, 3)).toMatchObject({ code: 'unknown' });
    expect(await ask(maria, 1)).toMatchObject({ value: { outcome: 'already' } });
    expect(await first()).toBe('');
  });

  it('takes the approval only of who may do it themselves, and a refusal of the owner too', async () => {
    await ask(maria);
    const id = await first();
    expect(await answer(publisherOf('mfe-notes'), id, 'approve')).toMatchObject({
      code: 'forbidden',
    });
    done(await answer(maria, id, 'decline'));
    expect(await current()).toBe(buildOf(1));
    expect(await first()).toBe('');
  });

  it('does not make what was moved meanwhile', async () => {
    await ask(maria);
    const id = await first();
    done(await desk().setRule(manager, 'production', { asks: false, reason }));
    done(await live().request(ben, { change: promote(2), dryRun: false }));
    done(await rollBack(ben, false));
    expect(await answer(ben, id, 'approve')).toMatchObject({ code: 'moved' });
  });

  it('knows a person again behind a token that they have made', async () => {
    const olga: Actor = { ...person('olga'), scope: { kind: 'manager' } };
    const { secret } = done(
      await registry.access.createToken(olga, { name: 'ci', scope: { kind: 'manager' }, days: 1 }),
    );
    const token = await registry.access.authenticate(secret);
    if (token === null) throw new Error('nobody');
    await ask(token);
    expect(await answer(olga, await first(), 'approve')).toMatchObject({ code: 'forbidden' });
    done(await answer(ben, await first(), 'approve'));
  });

  it('is set by administrators alone', async () => {
    const set = await desk().setRule(ben, 'production', { asks: false, reason });
    expect(set).toMatchObject({ code: 'forbidden' });
  });
});
