import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AppBuild } from '../federation/running.ts';
import { type TabInput, type TabTimer, transition } from './machine.ts';
import { initialState, isRecalled, type Release } from './state.ts';

const remotes = ['ledger', 'parties'] as const;
type Remote = (typeof remotes)[number];

/** A page that the router shows or loads: a remote's, as the routes of a release have it. */
interface Load {
  app: Remote;
  release: Release;
  /** The recall of its build holds it back. */
  heldBack: boolean;
}

/** A channel, a router that behaves as the real one, and a tab between them. */
class World {
  readonly channel: Release[] = [release(1, 'a', 'a', 'a')];
  recalled: readonly AppBuild[] = [];
  state = initialState({
    shell: { app: 'shell', build: 'a' },
    release: release(1, 'a', 'a', 'a'),
    reloadedFor: null,
  });
  readonly armed = new Set<TabTimer>();
  asked = 0;
  reloads = 0;
  dirty = false;
  /** The routes that the next navigation matches. */
  routes = this.newest();
  /** The page on the screen; null while there is none. */
  page: Load | null = null;
  loading: Load | null = { app: 'ledger', release: this.routes, heldBack: false };
  broken = false;
  graceExpired: readonly AppBuild[] = [];
  /** Why the router last made a page: only these may bring another build. */
  cause: 'page' | 'place' | 'renew' | 'again' = 'page';

  newest(): Release {
    return this.channel.at(-1) ?? release(1, 'a', 'a', 'a');
  }

  /** The build of the page on the screen, if it is one that works. */
  rendered(): AppBuild | null {
    if (this.page === null || this.broken) return null;
    const part = partOf(this.page);
    return this.graceExpired.some((other) => same(other, part)) ? null : part;
  }

  take(input: TabInput): void {
    const before = this.state;
    const { state, effects } = transition(before, input);
    this.state = state;
    for (const effect of effects) {
      switch (effect.type) {
        case 'ask':
          this.asked += 1;
          break;
        case 'route':
          this.routes = effect.release;
          break;
        case 'renew': {
          this.routes = effect.release;
          const app = this.loading?.app ?? this.page?.app ?? 'ledger';
          this.cause = input.type === 'again' ? 'again' : 'renew';
          this.begin(app);
          break;
        }
        case 'hold':
          this.recalled = effect.recalled;
          this.graceExpired = effect.graceExpired;
          break;
        case 'reload':
          expect(before.reloading).toBe(false);
          if (input.type !== 'accepted') expect(this.dirty).toBe(false);
          this.reloads += 1;
          break;
        case 'arm':
          this.armed.add(effect.timer);
          break;
        case 'disarm':
          this.armed.delete(effect.timer);
          break;
      }
    }
    expect(state.goal.revision).toBeGreaterThanOrEqual(before.goal.revision);
    if (state.offered && this.state.shell.build !== 'recalled') {
      const urgent = isRecalled(state, state.shell);
      if (!urgent) expect(state.dirty).toBe(false);
    }
    this.tellRunning();
  }

  /** The page says what of it runs, whenever that has changed. */
  tellRunning(): void {
    const rendered = this.rendered();
    const builds = rendered === null ? {} : { [rendered.app]: rendered.build };
    if (JSON.stringify(builds) === JSON.stringify(this.state.running)) return;
    this.take({ type: 'running', builds });
  }

  begin(app: Remote): void {
    this.loading = { app, release: this.routes, heldBack: false };
  }

  navigate(to: 'page' | 'place', app: Remote): void {
    this.take({ type: 'navigation', to });
    this.cause = to;
    this.begin(to === 'place' && this.page ? this.page.app : app);
  }

  /** What is being loaded arrives, unless its build is recalled by then. */
  arrive(broken: boolean): void {
    const { loading } = this;
    if (loading === null) return;
    const part = partOf(loading);
    if (this.recalled.some((other) => same(other, part))) {
      loading.heldBack = true;
      this.take({ type: 'blocked', by: part });
      return;
    }
    const { page } = this;
    if (page?.app === loading.app && partOf(page).build !== part.build) {
      expect(this.cause).not.toBe('place');
    }
    this.loading = null;
    this.page = loading;
    this.broken = broken;
    this.take({ type: 'settled', at: part, revision: loading.release.revision });
    if (this.state.blocked !== null) this.take({ type: 'blocked', by: null });
  }

  answer(answered: Release): void {
    if (this.asked === 0) return;
    this.asked -= 1;
    this.take({ type: 'release', release: answered });
  }

  tell(): void {
    const { revision } = this.newest();
    this.take({ type: 'news', revision, recalled: recalledNow(this.channel) });
  }

  elapse(timer: TabTimer): void {
    if (this.armed.delete(timer)) this.take({ type: 'elapsed', timer });
  }
}

/** A release; its builds are named by one letter. A capital one has been recalled later. */
function release(revision: number, shell: string, ledger: string, parties: string): Release {
  return { revision, shell, remotes: { ledger, parties } };
}

const recalls = new WeakMap<readonly Release[], Map<number, AppBuild[]>>();

/** The builds that are recalled as of the channel's newest revision. */
function recalledNow(channel: readonly Release[]): AppBuild[] {
  return recalls.get(channel)?.get(channel.length) ?? [];
}

function setRecalled(channel: readonly Release[], parts: AppBuild[]): void {
  const known = recalls.get(channel) ?? new Map<number, AppBuild[]>();
  recalls.set(channel, known.set(channel.length, parts));
}

function partOf({ app, release: { remotes: builds } }: Load): AppBuild {
  return { app, build: builds[app] ?? '' };
}

function same(one: AppBuild, other: AppBuild): boolean {
  return one.app === other.app && one.build === other.build;
}

/** Appends a revision in which `app` has another build; a recall recalls the one that it had. */
function move(world: World, app: Remote | 'shell', recall: boolean): void {
  const { channel } = world;
  const newest = world.newest();
  const now = recalledNow(channel);
  const left = app === 'shell' ? newest.shell : (newest.remotes[app] ?? '');
  const recalled = recall ? [...now, { app, build: left }] : now;
  // Never to a recalled build, as the registry holds it too.
  const build = ['a', 'b', 'c', 'd', 'e', 'f', `n${channel.length}`].find(
    (name) => name !== left && !recalled.some((part) => same(part, { app, build: name })),
  );
  const revision = newest.revision + 1;
  channel.push(
    app === 'shell'
      ? { ...newest, revision, shell: build ?? '' }
      : { ...newest, revision, remotes: { ...newest.remotes, [app]: build ?? '' } },
  );
  setRecalled(channel, recalled);
}

/** What may happen in a world, each at any time. */
const actions = {
  promoteLedger: (world) => move(world, 'ledger', false),
  promoteParties: (world) => move(world, 'parties', false),
  promoteShell: (world) => move(world, 'shell', false),
  recallLedger: (world) => move(world, 'ledger', true),
  recallParties: (world) => move(world, 'parties', true),
  recallShell: (world) => move(world, 'shell', true),
  tell: (world) => world.tell(),
  tellOld: (world) => world.take({ type: 'news', revision: 1, recalled: [] }),
  answer: (world) => world.answer(world.newest()),
  answerLate: (world) => world.answer(world.channel.at(-2) ?? world.newest()),
  fail: (world) => {
    if (world.asked === 0) return;
    world.asked -= 1;
    world.take({ type: 'no-release', why: 'unreachable' });
  },
  failToRead: (world) => {
    if (world.asked === 0) return;
    world.asked -= 1;
    world.take({ type: 'no-release', why: 'unreadable' });
  },
  toLedger: (world) => world.navigate('page', 'ledger'),
  toParties: (world) => world.navigate('page', 'parties'),
  toPlace: (world) => world.navigate('place', 'ledger'),
  again: (world) => world.take({ type: 'again' }),
  arrive: (world) => world.arrive(false),
  break: (world) => world.arrive(true),
  fill: (world) => {
    world.dirty = true;
    world.take({ type: 'activity', dirty: true, active: true });
  },
  rest: (world) => {
    world.take({ type: 'activity', dirty: world.dirty, active: false });
  },
  empty: (world) => {
    world.dirty = false;
    world.take({ type: 'activity', dirty: false, active: true });
  },
  comeBack: (world) => world.take({ type: 'back', hiddenFor: 3_600_000 }),
  glance: (world) => world.take({ type: 'back', hiddenFor: 5_000 }),
  later: (world) => world.take({ type: 'later' }),
  accept: (world) => world.take({ type: 'accepted' }),
  dismiss: (world) => world.take({ type: 'dismissed' }),
  ask: (world) => world.elapse('ask'),
  grace: (world) => world.elapse('grace'),
  notice: (world) => world.elapse('notice'),
  snooze: (world) => world.elapse('snooze'),
} satisfies Record<string, (world: World) => void>;

const names = Object.keys(actions).filter((name): name is keyof typeof actions => name in actions);
const histories = fc.array(fc.constantFrom(...names), { maxLength: 120 });

/** Brings news and whatever was asked for, until nothing is asked any more. */
function catchUp(world: World): void {
  world.tell();
  for (let round = 0; round < 4; round += 1) {
    world.elapse('ask');
    world.answer(world.newest());
  }
}

it('shows at most one build, none that was recalled before it came, and the newest in the end', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const world = new World();
      let shown: AppBuild | null = null;
      for (const name of history) {
        const recalledBefore = world.recalled;
        actions[name](world);
        const rendered = world.rendered();
        if (rendered && !(shown && same(shown, rendered))) {
          expect(recalledBefore.some((part) => same(part, rendered))).toBe(false);
        }
        shown = rendered;
      }
      catchUp(world);
      world.arrive(false);
      // What is recalled is gone without a navigation.
      const left = world.rendered();
      if (left) expect(world.recalled.some((part) => same(part, left))).toBe(false);
      // The next navigation has the newest release.
      world.navigate('page', 'parties');
      world.arrive(false);
      expect(world.rendered()?.build).toBe(world.newest().remotes.parties);
      expect(world.state.told).toBe(world.newest().revision);
    }),
    { numRuns: 3_000 },
  );
});

it('leaves a recalled build without a person, and leaves the other remote alone', () => {
  fc.assert(
    fc.property(histories, fc.constantFrom(...remotes), (history, app) => {
      const world = new World();
      for (const name of history) actions[name](world);
      catchUp(world);
      world.navigate('page', 'ledger');
      world.arrive(false);
      const before = world.rendered();
      world.cause = 'place';
      move(world, app, true);
      catchUp(world);
      if (app === 'ledger') {
        expect(world.loading?.release.revision).toBe(world.newest().revision);
        expect(world.cause).toBe('renew');
        world.arrive(false);
        expect(world.rendered()?.build).toBe(world.newest().remotes.ledger);
      } else {
        expect(world.loading).toBeNull();
        expect(world.rendered()).toEqual(before);
      }
    }),
    { numRuns: 1_000 },
  );
});

it('withholds a recalled build if no other comes in time', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const world = new World();
      for (const name of history) actions[name](world);
      catchUp(world);
      world.navigate('page', 'ledger');
      world.arrive(false);
      move(world, 'ledger', true);
      world.tell();
      expect(world.rendered()).not.toBeNull();
      world.elapse('grace');
      expect(world.rendered()).toBeNull();
    }),
    { numRuns: 500 },
  );
});

it('keeps asking, so that it never stays behind', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const world = new World();
      for (const name of history) actions[name](world);
      const { told, goal, asking } = world.state;
      if (told > goal.revision) expect(asking).not.toBe('no');
      expect(world.armed.has('ask')).toBe(asking === 'waiting');
    }),
    { numRuns: 1_000 },
  );
});
