import { describe, expect, it } from 'vitest';
import { eventNumber } from './event.testing.ts';
import { type BusInput, type BusState, initialState, transition } from './machine.ts';

const idle: BusState = initialState;
const connecting: BusState = {
  name: 'connecting',
  wanted: true,
  paused: false,
  position: 10,
  connection: 3,
  connections: 3,
  failures: 0,
};
const refetching: BusState = { ...connecting, name: 'refetching', position: null };
const live: BusState = { ...connecting, name: 'live' };
const waiting: BusState = { ...connecting, name: 'waiting', connection: null, failures: 2 };
const paused: BusState = { ...connecting, name: 'paused', paused: true, connection: null };
const closed: BusState = { ...connecting, name: 'closed', connection: null };

const hungUp = [
  { type: 'disconnect' },
  { type: 'disarm', timer: 'silence' },
  { type: 'disarm', timer: 'steady' },
];
const armSilence = { type: 'arm', timer: 'silence', milliseconds: 40_000 };
const connect = (since: number | null) => [{ type: 'connect', connection: 4, since }, armSilence];

describe('idle', () => {
  it('connects from where the first subscriber read its page', () => {
    expect(transition(idle, { type: 'wanted', since: 7 })).toEqual({
      state: {
        ...idle,
        name: 'connecting',
        wanted: true,
        position: 7,
        connection: 1,
        connections: 1,
      },
      effects: [
        { type: 'rebase', position: 7 },
        { type: 'connect', connection: 1, since: 7 },
        armSilence,
      ],
    });
  });

  it('connects without a position if the first subscriber knows none', () => {
    const { state, effects } = transition(idle, { type: 'wanted', since: null });
    expect(state).toMatchObject({ name: 'refetching', position: null });
    expect(effects).toContainEqual({ type: 'connect', connection: 1, since: null });
  });

  it('does not take up an old position', () => {
    const { state } = transition({ ...idle, position: 99 }, { type: 'wanted', since: null });
    expect(state.position).toBeNull();
  });

  it('rests when paused or hidden', () => {
    expect(transition(idle, { type: 'pause' })).toEqual({
      state: { ...idle, name: 'paused', paused: true },
      effects: [],
    });
    expect(transition(idle, { type: 'hide' })).toEqual({
      state: { ...idle, name: 'closed' },
      effects: [],
    });
  });
});

describe('connecting', () => {
  it('is live once opened where it was asked, without a word', () => {
    expect(transition(connecting, { type: 'opened', connection: 3, position: 10 })).toEqual({
      state: live,
      effects: [armSilence, { type: 'arm', timer: 'steady', milliseconds: 5_000 }],
    });
  });

  it.each([9, 11])('announces a gap when opened elsewhere (%d)', (position) => {
    const { state, effects } = transition(connecting, { type: 'opened', connection: 3, position });
    expect(state).toEqual({ ...live, position });
    expect(effects.slice(-2)).toEqual([{ type: 'rebase', position }, { type: 'announce' }]);
  });

  it('takes no event before it is opened', () => {
    const input: BusInput = { type: 'event', connection: 3, event: eventNumber(11) };
    expect(transition(connecting, input)).toEqual({ state: connecting, effects: [] });
  });

  it('refetches on a gap: connects anew, without a position, at once', () => {
    expect(transition(connecting, { type: 'gap', connection: 3 })).toEqual({
      state: { ...refetching, connection: 4, connections: 4 },
      effects: [...hungUp, ...connect(null)],
    });
  });

  it('does so after failures as well', () => {
    const { state } = transition({ ...connecting, failures: 3 }, { type: 'gap', connection: 3 });
    expect(state).toMatchObject({ name: 'refetching', failures: 3 });
  });

  it('waits when it is lost', () => {
    expect(transition(connecting, { type: 'lost', connection: 3 })).toEqual({
      state: { ...waiting, failures: 1 },
      effects: [...hungUp, { type: 'arm', timer: 'retry', milliseconds: 1_000 }],
    });
  });

  it('waits when nothing is heard for twice the heartbeat', () => {
    const { state } = transition(connecting, { type: 'elapsed', timer: 'silence' });
    expect(state).toEqual({ ...waiting, failures: 1 });
  });
});

describe('refetching', () => {
  it('announces once opened', () => {
    expect(transition(refetching, { type: 'opened', connection: 3, position: 40 })).toEqual({
      state: { ...live, position: 40 },
      effects: [
        armSilence,
        { type: 'arm', timer: 'steady', milliseconds: 5_000 },
        { type: 'rebase', position: 40 },
        { type: 'announce' },
      ],
    });
  });

  it('waits on yet another gap', () => {
    expect(transition(refetching, { type: 'gap', connection: 3 })).toEqual({
      state: { ...waiting, position: null, failures: 1 },
      effects: [...hungUp, { type: 'arm', timer: 'retry', milliseconds: 1_000 }],
    });
  });

  it('remembers the gap while it waits', () => {
    const lost = transition(refetching, { type: 'lost', connection: 3 });
    const again = transition(lost.state, { type: 'elapsed', timer: 'retry' });
    expect(again.state.name).toBe('refetching');
  });
});

describe('live', () => {
  it('delivers an event and moves on', () => {
    const event = eventNumber(14);
    expect(transition(live, { type: 'event', connection: 3, event })).toEqual({
      state: { ...live, position: 14 },
      effects: [armSilence, { type: 'deliver', event, after: 10 }],
    });
  });

  it.each([10, 2])('drops the event %d, which it had', (sequence) => {
    const input: BusInput = { type: 'event', connection: 3, event: eventNumber(sequence) };
    expect(transition(live, input)).toEqual({ state: live, effects: [armSilence] });
  });

  it('takes a sign of life', () => {
    expect(transition(live, { type: 'beat', connection: 3 })).toEqual({
      state: live,
      effects: [armSilence],
    });
  });

  it.each<BusInput>([
    { type: 'event', connection: 2, event: eventNumber(11) },
    { type: 'opened', connection: 2, position: 50 },
    { type: 'beat', connection: 2 },
    { type: 'gap', connection: 2 },
    { type: 'lost', connection: 2 },
  ])('does not listen to a connection of before: $type', (input) => {
    expect(transition(live, input)).toEqual({ state: live, effects: [] });
  });

  it.each<BusInput>([
    { type: 'lost', connection: 3 },
    { type: 'elapsed', timer: 'silence' },
    { type: 'offline' },
  ])('waits on $type', (input) => {
    expect(transition(live, input)).toEqual({
      state: { ...waiting, failures: 1 },
      effects: [...hungUp, { type: 'arm', timer: 'retry', milliseconds: 1_000 }],
    });
  });

  it('refetches at once on a gap, but waits on the next before it held', () => {
    const first = transition(live, { type: 'gap', connection: 3 });
    expect(first.state).toEqual({ ...refetching, connection: 4, connections: 4, failures: 1 });
    const again = transition({ ...live, failures: 1 }, { type: 'gap', connection: 3 });
    expect(again.state).toEqual({ ...waiting, position: null });
  });

  it('forgets failures once it held', () => {
    const shaky = { ...live, failures: 4 };
    expect(transition(shaky, { type: 'elapsed', timer: 'steady' })).toEqual({
      state: live,
      effects: [],
    });
  });

  it('connects anew at once when another way leads to events', () => {
    expect(transition(live, { type: 'handover' })).toEqual({
      state: { ...connecting, connection: 4, connections: 4 },
      effects: [...hungUp, ...connect(10)],
    });
  });

  it('lingers when the last subscriber leaves', () => {
    expect(transition(live, { type: 'unwanted' })).toEqual({
      state: { ...live, wanted: false },
      effects: [{ type: 'arm', timer: 'linger', milliseconds: 5_000 }],
    });
  });

  it('stays connected when somebody comes back meanwhile', () => {
    const lingering = { ...live, wanted: false };
    expect(transition(lingering, { type: 'wanted', since: 8 })).toEqual({
      state: live,
      effects: [{ type: 'disarm', timer: 'linger' }],
    });
    expect(transition(live, { type: 'elapsed', timer: 'linger' }).state).toEqual(live);
  });

  it('is idle when nobody came back', () => {
    const lingering = { ...live, wanted: false };
    expect(transition(lingering, { type: 'elapsed', timer: 'linger' })).toEqual({
      state: { ...lingering, name: 'idle', connection: null },
      effects: [...hungUp, { type: 'disarm', timer: 'linger' }, { type: 'leave' }],
    });
  });

  it.each([
    ['pause', { ...paused }],
    ['hide', { ...closed }],
  ] as const)('lets everything go on %s, and keeps its position', (type, state) => {
    expect(transition(live, { type })).toEqual({
      state,
      effects: [...hungUp, { type: 'disarm', timer: 'linger' }, { type: 'leave' }],
    });
  });
});

describe('waiting', () => {
  it('connects from its position when the time has come', () => {
    const { state, effects } = transition(waiting, { type: 'elapsed', timer: 'retry' });
    expect(state).toEqual({ ...connecting, connection: 4, connections: 4, failures: 2 });
    expect(effects).toContainEqual({ type: 'connect', connection: 4, since: 10 });
  });

  it.each<BusInput>([{ type: 'reachable' }, { type: 'handover' }])(
    'connects at once on $type',
    (input) => {
      expect(transition(waiting, input)).toEqual({
        state: { ...connecting, connection: 4, connections: 4 },
        effects: [{ type: 'disarm', timer: 'retry' }, ...connect(10)],
      });
    },
  );

  it('waits longer after each failure', () => {
    const again = transition(waiting, { type: 'elapsed', timer: 'retry' }).state;
    expect(transition(again, { type: 'lost', connection: 4 }).effects).toContainEqual({
      type: 'arm',
      timer: 'retry',
      milliseconds: 4_000,
    });
  });

  it('stays when the browser says offline', () => {
    expect(transition(waiting, { type: 'offline' })).toEqual({ state: waiting, effects: [] });
  });

  it('calls the next attempt off when it is paused', () => {
    expect(transition(waiting, { type: 'pause' })).toEqual({
      state: { ...paused, failures: 0 },
      effects: [
        { type: 'disarm', timer: 'retry' },
        { type: 'disarm', timer: 'linger' },
        { type: 'leave' },
      ],
    });
  });
});

describe('paused', () => {
  it('catches up when it is resumed', () => {
    expect(transition(paused, { type: 'resume' })).toEqual({
      state: { ...connecting, connection: 4, connections: 4 },
      effects: connect(10),
    });
  });

  it('is idle when resumed with nobody there', () => {
    const { state } = transition({ ...paused, wanted: false }, { type: 'resume' });
    expect(state.name).toBe('idle');
  });

  it.each<BusInput>([
    { type: 'wanted', since: 20 },
    { type: 'reachable' },
    { type: 'handover' },
    { type: 'show' },
    { type: 'elapsed', timer: 'retry' },
    { type: 'elapsed', timer: 'silence' },
  ])('stays paused on $type', (input) => {
    expect(transition({ ...paused, wanted: false }, input).state.name).toBe('paused');
  });
});

describe('closed', () => {
  it('connects from its position when the page is shown again', () => {
    expect(transition(closed, { type: 'show' })).toEqual({
      state: { ...connecting, connection: 4, connections: 4 },
      effects: connect(10),
    });
  });

  it('is idle or paused again, if it was', () => {
    expect(transition({ ...closed, wanted: false }, { type: 'show' }).state.name).toBe('idle');
    expect(transition({ ...closed, paused: true }, { type: 'show' }).state.name).toBe('paused');
  });

  it('remembers a pause or a resume asked for meanwhile', () => {
    expect(transition(closed, { type: 'pause' }).state).toEqual({ ...closed, paused: true });
    const held = { ...closed, paused: true };
    expect(transition(held, { type: 'resume' }).state).toEqual(closed);
  });

  it.each<BusInput>([
    { type: 'event', connection: 3, event: eventNumber(11) },
    { type: 'reachable' },
    { type: 'handover' },
    { type: 'elapsed', timer: 'retry' },
  ])('does nothing on $type', (input) => {
    expect(transition(closed, input)).toEqual({ state: closed, effects: [] });
  });
});
