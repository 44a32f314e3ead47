import type { NamedChange } from '../contract/change-request.ts';
import type { Revision } from '../contract/channel.ts';
import type { Refusal } from '../contract/problem.ts';
import type { Actor } from '../contract/tokens.ts';
import type { Channel } from '../registry.ts';
import { goesBack } from './plan.ts';

/** Puts a change down that could be made now, with what it would make of the channel; the refusal says where. */
type PutDown = (change: NamedChange, wouldBe: Revision) => Promise<Refusal>;

/** What puts down the changes that an actor asks of a channel; null: they are made at once. */
export type HoldUp = (channel: string, actor: Actor) => Promise<PutDown | null>;

/** The changes of a channel, of which parts may hold up those that go on. What goes back, or is refused, waits for nobody. */
export function withHoldUp(
  channel: string,
  own: Pick<Channel, 'change' | 'request' | 'preview' | 'current'>,
  holdUp: HoldUp,
): Pick<Channel, 'change' | 'request'> {
  return {
    change: async (actor, expected, change) => {
      const putDown = goesBack(change) ? null : await holdUp(channel, actor);
      const make = () => own.change(actor, expected, change);
      if (putDown === null || ((await own.current())?.revision ?? 0) !== expected) return make();
      const wouldBe = await own.preview(actor, change);
      return wouldBe.ok ? await putDown(change, wouldBe.value) : make();
    },
    request: async (actor, request) => {
      const passes = request.dryRun || goesBack(request.change);
      const putDown = passes ? null : await holdUp(channel, actor);
      if (putDown === null) return await own.request(actor, request);
      const looked = await own.request(actor, { ...request, dryRun: true });
      if (!looked.ok || looked.value.outcome !== 'would-be') return looked;
      return await putDown(looked.value.change, looked.value.revision);
    },
  };
}
