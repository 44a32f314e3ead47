import { describe, expect, it } from 'vitest';
import { eventNumber } from './event.testing.ts';
import { type Follower, type FollowerEffect, nextFollower } from './follower.ts';
import type { TabMessage } from './tab-message.ts';

const asking: Follower = { leader: null, position: 4 };
const following: Follower = { leader: 'a', position: 4 };
const event = (sequence: number, after: number, from = 'a'): TabMessage => {
  return { type: 'event', from, after, event: eventNumber(sequence) };
};
const lost: FollowerEffect = { type: 'lost' };

describe('a tab that no leader has answered yet', () => {
  it('follows who welcomes it, and has the events of the welcome', () => {
    const events = [eventNumber(5), eventNumber(6)];
    const welcome: TabMessage = { type: 'welcome', from: 'a', to: 'me', position: 4, events };
    expect(nextFollower(asking, welcome)).toEqual({
      state: { leader: 'a', position: 6 },
      effects: [
        { type: 'opened', position: 4 },
        { type: 'event', event: eventNumber(5) },
        { type: 'event', event: eventNumber(6) },
      ],
    });
  });

  it('has the position of a welcome without events', () => {
    const welcome: TabMessage = { type: 'welcome', from: 'a', to: 'me', position: 9, events: [] };
    expect(nextFollower({ leader: null, position: null }, welcome)).toEqual({
      state: { leader: 'a', position: 9 },
      effects: [{ type: 'opened', position: 9 }],
    });
  });

  it.each<[TabMessage, FollowerEffect[]]>([
    [{ type: 'gap', from: 'a', to: 'me' }, [{ type: 'gap' }]],
    [{ type: 'down', from: 'a', to: 'me' }, [lost]],
    [{ type: 'down', from: 'a' }, []],
    [{ type: 'up', from: 'a' }, [{ type: 'join' }]],
    [{ type: 'beat', from: 'a' }, []],
    [event(5, 4), []],
  ])('stays where it is at %j', (message, effects) => {
    expect(nextFollower(asking, message)).toEqual({ state: asking, effects });
  });
});

describe('a tab that follows', () => {
  it('reports an event, and never goes back', () => {
    expect(nextFollower(following, event(7, 4))).toEqual({
      state: { leader: 'a', position: 7 },
      effects: [{ type: 'event', event: eventNumber(7) }],
    });
    expect(nextFollower(following, event(3, 2)).state).toEqual(following);
  });

  it.each<[TabMessage, FollowerEffect[]]>([
    [event(7, 5), [lost]],
    [{ type: 'beat', from: 'a' }, [{ type: 'beat' }]],
    [{ type: 'down', from: 'a' }, [lost]],
    [{ type: 'up', from: 'a' }, []],
    [{ type: 'up', from: 'b' }, [{ type: 'handover' }]],
    [{ type: 'beat', from: 'b' }, []],
    [event(7, 4, 'b'), []],
  ])('stays where it is at %j', (message, effects) => {
    expect(nextFollower(following, message)).toEqual({ state: following, effects });
  });
});
