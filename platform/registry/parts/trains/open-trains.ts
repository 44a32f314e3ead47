import { randomBytes } from 'node:crypto';
import { resolved } from '../../src/channel/named-builds.ts';
import { type OrRefusal, refusal } from '../../src/contract/problem.ts';
import { everyApp } from '../../src/contract/scalars.ts';
import { type Actor, channelsOf } from '../../src/contract/tokens.ts';
import type { PartContext } from '../../src/part/part.ts';
import { unlessMay } from '../../src/refusals.ts';
import type { NewTrain, Train } from './contract/train.ts';
import { endTrain, gone, shown } from './end-train.ts';
import { trainLog } from './log-view.ts';

/** How many may be planned in a channel, and for how long ahead (milliseconds). */
const maxPlanned = 50;
const maxAhead = 366 * 86_400_000;

/** Plans, lists and cancels trains. All that is known of them is in the audit log. */
export function openTrains({ db, audit, write, channel, now }: PartContext) {
  async function list(name: string): Promise<Train[]> {
    const all = [...trainLog.of(await audit.follow()).values()];
    return all
      .filter((train) => train.channel === name)
      .map(shown)
      .reverse();
  }

  async function plan(actor: Actor, name: string, wanted: NewTrain): Promise<OrRefusal<Train>> {
    const { at, ...shipped } = wanted;
    const left = Date.parse(at) - now();
    if (!(left > 0 && left <= maxAhead)) {
      return refusal('invalid', 'a train leaves within a year from now');
    }
    const replay = await audit.follow();
    const meant = await resolved({ db, replay, channel: name }, { kind: 'promote', ...shipped });
    if (!meant.ok) return meant;
    const { value: change } = meant;
    if (change.kind !== 'promote') return refusal('invalid', 'a train promotes builds');
    const seen = replay.channels.get(name)?.newest.revision ?? 0;
    const looked = await channel(name).request(actor, { change, seen, dryRun: true });
    const thaws = !looked.ok && looked.cause?.code === 'locked' && looked.cause.lock;
    const isOpenThen =
      thaws && thaws.app === everyApp && Date.parse(thaws.until ?? '') <= Date.parse(at);
    if (!looked.ok && !isOpenThen) return looked;
    if (looked.ok && looked.value.outcome === 'already') {
      return refusal('invalid', 'all of it is live already');
    }
    const { builds, reason } = change;
    return await write(async ({ replay: current, at: plannedAt, append }) => {
      const planned = [...trainLog.of(current).values()].filter(
        (one) => one.state === 'planned' && one.channel === name,
      );
      if (planned.length >= maxPlanned) {
        return refusal('limited', `${name} has ${planned.length} trains that are planned`);
      }
      const id = randomBytes(4).toString('hex');
      const train = { id, channel: name, builds, at, reason };
      const { trust } = actor;
      await append(actor, 'train', { ...train, seen, ...(trust !== undefined && { trust }) });
      const value: Train = { ...train, by: actor.name, plannedAt, state: 'planned' };
      return { ok: true, value };
    });
  }

  async function cancel(
    actor: Actor,
    name: string,
    id: string,
    reason: string,
  ): Promise<OrRefusal<Train>> {
    const found = trainLog.of(await audit.follow()).get(id);
    if (found?.channel !== name || found.state !== 'planned') return gone(name, id);
    const channels = channelsOf(actor.scope);
    if (channels !== undefined && !channels.includes(name)) {
      return refusal(
        'forbidden',
        `"${actor.name}" is for ${channels.join(', ')} alone, not for ${name}`,
      );
    }
    const mayNot = unlessMay(actor, Object.keys(found.builds));
    if (mayNot) return mayNot;
    const why = `by ${actor.name}: ${reason}`;
    return await endTrain(write, actor, found, { state: 'cancelled', problem: why });
  }

  return { list, plan, cancel };
}
