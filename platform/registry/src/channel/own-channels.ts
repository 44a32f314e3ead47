import { type OrRefusal, type Refusal, refusal } from '../contract/problem.ts';
import { type Actor, channelsOf } from '../contract/tokens.ts';
import type { Channel } from '../registry.ts';

/** What changes a channel. */
type Changes = Pick<Channel, 'change' | 'request' | 'preview' | 'lock' | 'unlock'>;

/**
 * The changes of a channel, for those whose token is for it. There it is as good as one for all. What is of no
 * channel, such as tokens and approvals, is refused by `unlessManager`.
 */
export function withinOwnChannels(channel: string, own: Changes): Changes {
  const within = async <T>(actor: Actor, ask: (free: Actor) => Promise<OrRefusal<T>>) => {
    const mayNot = unlessIn(actor, channel);
    if (mayNot !== null || actor.scope.kind === 'viewer') return mayNot ?? (await ask(actor));
    const { channels, ...scope } = actor.scope;
    return await ask({ ...actor, scope });
  };
  return {
    change: (actor, expected, change) =>
      within(actor, (free) => own.change(free, expected, change)),
    request: (actor, request) => within(actor, (free) => own.request(free, request)),
    preview: (actor, change) => within(actor, (free) => own.preview(free, change)),
    lock: (actor, app, reason, until) =>
      within(actor, (free) => own.lock(free, app, reason, until)),
    unlock: (actor, app, reason) => within(actor, (free) => own.unlock(free, app, reason)),
  };
}

/** Null if an actor's token is for this channel. */
function unlessIn({ name, scope }: Actor, channel: string): Refusal | null {
  const channels = channelsOf(scope);
  if (channels === undefined || channels.includes(channel)) return null;
  return refusal('forbidden', `"${name}" is for ${channels.join(', ')} alone, not for ${channel}`);
}
