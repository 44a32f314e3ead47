import type { Step } from '@tallystick/shell-kit/machine';
import type { ConnectionNews } from './connection.ts';
import type { TabMessage } from './tab-message.ts';

/** How far a tab is that hears of events through another tab. */
export interface Follower {
  /** The tab that answered; null while none has. */
  readonly leader: string | null;
  /** Sequence of the last event it has; null: it knows none. */
  readonly position: number | null;
}

export type FollowerEffect =
  /** Its connection reports this. */
  | ConnectionNews
  /** It asks whoever leads for every event after its position. */
  | { readonly type: 'join' }
  /** It has to connect anew. */
  | { readonly type: 'handover' };

type FollowerStep = Step<Follower, FollowerEffect>;

/** What a message, to this tab or to all, makes of a follower. */
export function nextFollower(state: Follower, message: TabMessage): FollowerStep {
  if (state.leader === null) return beforeWelcome(state, message);
  if (state.leader === message.from) return fromLeader(state, message);
  return { state, effects: message.type === 'up' ? [{ type: 'handover' }] : [] };
}

function beforeWelcome(state: Follower, message: TabMessage): FollowerStep {
  switch (message.type) {
    case 'welcome': {
      const { from: leader, position, events } = message;
      return {
        state: { leader, position: events.at(-1)?.sequence ?? position },
        effects: [
          { type: 'opened', position },
          ...events.map((event) => ({ type: 'event' as const, event })),
        ],
      };
    }
    case 'gap':
      return { state, effects: [{ type: 'gap' }] };
    case 'up':
      return { state, effects: [{ type: 'join' }] };
    case 'down':
      // Said to all, it is of a leader that has not answered this tab.
      return { state, effects: message.to === undefined ? [] : [{ type: 'lost' }] };
    default:
      return { state, effects: [] };
  }
}

function fromLeader(state: Follower, message: TabMessage): FollowerStep {
  const { leader, position } = state;
  switch (message.type) {
    case 'event': {
      const { after, event } = message;
      // A message from before this one is missing: ask again for what followed.
      if (position === null || after > position) return { state, effects: [{ type: 'lost' }] };
      return {
        state: { leader, position: Math.max(position, event.sequence) },
        effects: [{ type: 'event', event }],
      };
    }
    case 'beat':
      return { state, effects: [{ type: 'beat' }] };
    case 'down':
      return { state, effects: [{ type: 'lost' }] };
    default:
      return { state, effects: [] };
  }
}
