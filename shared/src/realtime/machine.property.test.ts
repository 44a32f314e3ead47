import { tries } from '@tallystick/contract/testing/proof';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventNumber } from './event.testing.ts';
import { type BusInput, type BusTimer, initialState, transition } from './machine.ts';

type Stream = { readonly since: number | null; sent: number | null };
type Told = { event: number } | { base: number | null };

/** A service with a log of which it keeps a part, and a tab that watches it. */
class World {
  state = initialState;
  /** Committed sequences, with holes as a real store has them. */
  readonly log: number[] = [];
  kept = 0;
  readonly told: Told[] = [];
  readonly open = new Map<number, Stream>();
  readonly armed = new Set<BusTimer>();
  announced = 0;
  openedInGap = 0;

  /** The connection of the tab, as the service sees it. */
  stream(): Stream | undefined {
    return this.state.connection === null ? undefined : this.open.get(this.state.connection);
  }

  /** Takes what the tab's connection tells it. */
  hear(input: (connection: number) => BusInput): void {
    if (this.state.connection !== null) this.take(input(this.state.connection));
  }

  elapse(timer: BusTimer): void {
    if (this.armed.delete(timer)) this.take({ type: 'elapsed', timer });
  }

  take(input: BusInput): void {
    const { state, effects } = transition(this.state, input);
    this.state = state;
    for (const effect of effects) {
      switch (effect.type) {
        case 'connect':
          expect(this.open.size).toBe(0);
          expect(effect.since).toBe(state.position);
          this.open.set(effect.connection, { since: effect.since, sent: null });
          break;
        case 'disconnect':
          expect(this.open.size).toBe(1);
          this.open.clear();
          break;
        case 'arm':
          this.armed.add(effect.timer);
          break;
        case 'disarm':
          this.armed.delete(effect.timer);
          break;
        case 'rebase':
          expect(effect.position).toBe(state.position);
          this.told.push({ base: effect.position });
          break;
        case 'deliver':
          expect(state.name).toBe('live');
          this.told.push({ event: effect.event.sequence });
          break;
        case 'announce':
          this.announced += 1;
          break;
        case 'leave':
          expect(this.open.size).toBe(0);
      }
    }
    this.check();
  }

  /** The invariants of states.md that hold after every step. */
  check(): void {
    const { name, connection, position, wanted, paused } = this.state;
    expect([...this.open.keys()]).toEqual(connection === null ? [] : [connection]);
    expect(connection !== null).toBe(['connecting', 'refetching', 'live'].includes(name));
    if (name === 'connecting' || name === 'live') expect(position).not.toBeNull();
    if (name === 'refetching') expect(position).toBeNull();
    expect(this.armed.has('silence')).toBe(connection !== null);
    expect(this.armed.has('retry')).toBe(name === 'waiting');
    if (this.armed.has('steady')) expect(name).toBe('live');
    const resting = ['idle', 'paused', 'closed'].includes(name);
    expect(this.armed.has('linger')).toBe(!wanted && !resting);
    if (name === 'idle') expect([wanted, paused]).toEqual([false, false]);
    if (name === 'paused') expect(paused).toBe(true);
    expect(this.announced).toBe(this.openedInGap);
  }

  /** Nothing lost, repeated or out of order: after each base follows the log, one by one. */
  checkTold(): void {
    let last: number | null = null;
    for (const told of this.told) {
      if ('base' in told) last = told.base;
      else {
        const from: number | null = last;
        expect(from).not.toBeNull();
        expect(told.event).toBe(this.log.find((sequence) => sequence > (from ?? 0)));
        last = told.event;
      }
    }
  }
}

/** What may happen in a world, each at any time. */
const actions = {
  commit: ({ log }) => {
    log.push((log.at(-1) ?? 0) + 1 + (log.length % 3));
  },
  prune: (world) => {
    world.kept = world.log.at(-2) ?? 0;
  },
  answer: (world) => {
    const stream = world.stream();
    if (stream?.sent !== null) return;
    const { since } = stream;
    if (since !== null && since < world.kept) {
      world.hear((connection) => ({ type: 'gap', connection }));
      return;
    }
    const position = since ?? world.log.at(-1) ?? 0;
    stream.sent = position;
    if (since === null) world.openedInGap += 1;
    world.hear((connection) => ({ type: 'opened', connection, position }));
  },
  send: (world) => {
    const stream = world.stream();
    const next = world.log.find((sequence) => sequence > (stream?.sent ?? Number.MAX_VALUE));
    if (!stream || next === undefined) return;
    stream.sent = next;
    world.hear((connection) => ({ type: 'event', connection, event: eventNumber(next) }));
  },
  sendAgain: (world) => {
    const sent = world.stream()?.sent ?? 0;
    const old = world.log.findLast((sequence) => sequence <= sent);
    if (old === undefined) return;
    world.hear((connection) => ({ type: 'event', connection, event: eventNumber(old) }));
  },
  beat: (world) => world.hear((connection) => ({ type: 'beat', connection })),
  cut: (world) => world.hear((connection) => ({ type: 'lost', connection })),
  straggle: (world) => {
    const connection = world.state.connections - (world.state.connection === null ? 0 : 1);
    world.take({ type: 'event', connection, event: eventNumber(1_000_000) });
    world.take({ type: 'opened', connection, position: 1_000_000 });
    world.take({ type: 'lost', connection });
  },
  want: (world) => {
    if (!world.state.wanted) world.take({ type: 'wanted', since: null });
  },
  wantSince: (world) => {
    if (!world.state.wanted) world.take({ type: 'wanted', since: world.log.at(-1) ?? 0 });
  },
  unwant: (world) => {
    if (world.state.wanted) world.take({ type: 'unwanted' });
  },
  pause: (world) => world.take({ type: 'pause' }),
  resume: (world) => world.take({ type: 'resume' }),
  offline: (world) => world.take({ type: 'offline' }),
  reachable: (world) => world.take({ type: 'reachable' }),
  handover: (world) => world.take({ type: 'handover' }),
  hide: (world) => world.take({ type: 'hide' }),
  show: (world) => world.take({ type: 'show' }),
  retry: (world) => world.elapse('retry'),
  silence: (world) => world.elapse('silence'),
  steady: (world) => world.elapse('steady'),
  linger: (world) => world.elapse('linger'),
} satisfies Record<string, (world: World) => void>;

/** Lets a tab come to rest with a service that works. */
function settle(world: World): void {
  const { show, resume, want, retry, answer, send } = actions;
  for (const act of [show, resume, want, retry, answer, answer]) act(world);
  for (const _ of world.log) send(world);
}

const names = Object.keys(actions).filter((name): name is keyof typeof actions => name in actions);

it('keeps its invariants whatever happens, and tells everything in the end', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { maxLength: 120 }), (sequence) => {
      const world = new World();
      for (const name of sequence) actions[name](world);
      settle(world);
      expect(world.state.name).toBe('live');
      expect(world.state.position).toBe(world.log.at(-1) ?? 0);
      world.checkTold();
    }),
    { numRuns: tries(500) },
  );
});

it('takes a wait of 1 s, then twice the last, up to 30 s, while nothing holds', () => {
  const world = new World();
  actions.want(world);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const { connection } = world.state;
    if (connection === null) throw new Error('no attempt is under way');
    const { effects } = transition(world.state, { type: 'lost', connection });
    for (const effect of effects) if (effect.type === 'arm') waits.push(effect.milliseconds);
    actions.cut(world);
    actions.retry(world);
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});
