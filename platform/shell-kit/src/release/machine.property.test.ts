import type { ReleaseDocument } from '@tallystick/contract/release';
import { tries } from '@tallystick/contract/testing/proof';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Build, includesBuild, isSameBuild } from './build.ts';
import type { ReleaseInput, ReleaseTimer } from './inputs.ts';
import { transition } from './machine.ts';
import { build, releaseDocument, servedWith } from './release-document.testing.ts';
import { type ReleaseInPage, remoteBuild } from './release-in-page.ts';
import { isRecalled, releaseInUse } from './state.ts';

const remotes = ['ledger', 'parties'] as const;
type Remote = (typeof remotes)[number];

/** A page that the router shows or loads: a remote's, of a release. */
interface Load {
  app: Remote;
  release: ReleaseInPage;
  /** The recall of this build holds it back. */
  heldBack: Build | null;
}

const first = releaseDocument(1, { shell: 's', ledger: 'a', parties: 'a' });

/** A channel, a router that behaves as the real one, and a page between them. */
class World {
  readonly channel: ReleaseDocument[] = [first];
  state = servedWith(first);
  readonly armed = new Set<ReleaseTimer>();
  asked = 0;
  reloads = 0;
  dirty = false;
  /** The page on the screen; null while there is none. */
  page: Load | null = null;
  loading: Load | null = { app: 'ledger', release: releaseInUse(this.state), heldBack: null };
  broken = false;
  /** Why the router last made a page: only these may bring another build. */
  cause: 'page' | 'place' | 'renew' | 'again' = 'page';

  newest(): ReleaseDocument {
    return this.channel.at(-1) ?? first;
  }

  /** The build of the page on the screen, if it is one that works. */
  rendered(): Build | null {
    if (this.page === null || this.broken) return null;
    const part = partOf(this.page);
    return includesBuild(this.state.graceExpired, part) ? null : part;
  }

  take(input: ReleaseInput): void {
    const before = this.state;
    const { state, effects } = transition(before, input);
    this.state = state;
    for (const effect of effects) {
      switch (effect.type) {
        case 'ask':
          this.asked += 1;
          break;
        case 'renew': {
          this.cause = input.type === 'renew' || input.type === 'again' ? 'again' : 'renew';
          // The router says that a load begins before it returns.
          this.breakOff();
          this.take({ type: 'navigation', to: 'place' });
          this.begin(this.loading?.app ?? this.page?.app ?? 'ledger');
          break;
        }
        case 'reload':
          expect(before.offer).not.toBe('reloading');
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
    // The router is in the midst of something.
    if (input.type === 'broken-off') expect(effects).toEqual([]);
    expect(state.goal.revision).toBeGreaterThanOrEqual(before.goal.revision);
    if (state.offer === 'offered' && !isRecalled(state, state.shell)) {
      expect(state.dirty).toBe(false);
    }
    this.tellRunning();
  }

  /** The page says what of it runs, whenever that has changed. */
  tellRunning(): void {
    const rendered = this.rendered();
    const [mounted = null] = this.state.mounted;
    if (isSameBuild(rendered, mounted)) return;
    if (mounted !== null) this.take({ type: 'unmounted', build: mounted });
    if (rendered !== null) this.take({ type: 'mounted', build: rendered });
  }

  begin(app: Remote): void {
    const { loading } = this;
    this.loading = { app, release: releaseInUse(this.state), heldBack: null };
    if (loading?.heldBack) this.take({ type: 'let-go', build: loading.heldBack });
  }

  breakOff(): void {
    if (this.loading !== null) this.take({ type: 'broken-off' });
  }

  /** Somebody goes to a part of the page on the screen: without a load, and what was being loaded does not come. */
  goToPart(): void {
    const { loading, page } = this;
    if (loading === null || page === null) return;
    this.breakOff();
    this.loading = null;
    if (loading.heldBack) this.take({ type: 'let-go', build: loading.heldBack });
    if (this.loading !== null) return;
    const { release } = page;
    this.take({ type: 'settled', build: partOf(page), failed: false, release });
  }

  navigate(to: 'page' | 'place', app: Remote): void {
    this.breakOff();
    this.take({ type: 'navigation', to });
    this.cause = to;
    this.begin(to === 'place' && this.page ? this.page.app : app);
  }

  /** What is being loaded arrives, unless its build is recalled by then. */
  arrive(broken: boolean): void {
    const { loading } = this;
    if (loading === null) return;
    const part = partOf(loading);
    if (isRecalled(this.state, part)) {
      if (loading.heldBack !== null) return;
      loading.heldBack = part;
      this.take({ type: 'held-back', build: part });
      return;
    }
    const { page } = this;
    // Somebody may go to the same place while the page of a recalled build is being made anew.
    const left = page && !isRecalled(this.state, partOf(page)) ? page : null;
    if (left?.app === loading.app && partOf(left).build !== part.build) {
      expect(this.cause).not.toBe('place');
    }
    this.loading = null;
    this.page = loading;
    this.broken = broken;
    const { release, heldBack } = loading;
    this.take({ type: 'settled', build: part, failed: false, release });
    if (heldBack !== null) this.take({ type: 'let-go', build: heldBack });
  }

  answer(answered: ReleaseDocument): void {
    if (this.asked === 0) return;
    this.asked -= 1;
    this.take({ type: 'release', release: answered });
  }

  tell(): void {
    const { revision } = this.newest();
    this.take({ type: 'news', revision, recalled: recalledNow(this.channel) });
  }

  elapse(timer: ReleaseTimer): void {
    if (this.armed.delete(timer)) this.take({ type: 'elapsed', timer });
  }
}

const recalls = new WeakMap<readonly ReleaseDocument[], Map<number, Build[]>>();

/** The builds that are recalled as of the channel's newest revision. */
function recalledNow(channel: readonly ReleaseDocument[]): Build[] {
  return recalls.get(channel)?.get(channel.length) ?? [];
}

function setRecalled(channel: readonly ReleaseDocument[], parts: Build[]): void {
  const known = recalls.get(channel) ?? new Map<number, Build[]>();
  recalls.set(channel, known.set(channel.length, parts));
}

function partOf({ app, release }: Load): Build {
  return { app, build: remoteBuild(release, app) ?? '' };
}

function buildsOf({ remotes: given }: ReleaseDocument): Record<Remote, string> {
  const of = (app: Remote) => given.find(({ name }) => name === app)?.build ?? '';
  return { ledger: of('ledger'), parties: of('parties') };
}

/** Appends a revision in which `app` has another build; a recall recalls the one that it had. */
function move(world: World, app: Remote | 'shell', recall: boolean): void {
  const { channel } = world;
  const newest = world.newest();
  const now = recalledNow(channel);
  const { shell } = newest;
  const builds = { shell: shell.build, ...buildsOf(newest) };
  const recalled = recall ? [...now, build(app, builds[app])] : now;
  // Never to a recalled build, as the registry holds it too.
  const next = ['a', 'b', 'c', 'd', 'e', 'f', `n${channel.length}`].find(
    (name) => name !== builds[app] && !includesBuild(recalled, build(app, name)),
  );
  channel.push(releaseDocument(newest.revision + 1, { ...builds, [app]: next }));
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
  toPart: (world) => world.goToPart(),
  again: (world) => world.take({ type: 'again', app: 'ledger' }),
  renew: (world) => world.take({ type: 'renew' }),
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
      let shown: Build | null = null;
      for (const name of history) {
        const recalledBefore = world.state.recalled;
        actions[name](world);
        const rendered = world.rendered();
        if (rendered && !isSameBuild(shown, rendered)) {
          expect(includesBuild(recalledBefore, rendered)).toBe(false);
        }
        shown = rendered;
      }
      catchUp(world);
      world.arrive(false);
      // What is recalled is gone without a navigation.
      const left = world.rendered();
      if (left) expect(isRecalled(world.state, left)).toBe(false);
      // The next navigation has the newest release.
      world.navigate('page', 'parties');
      world.arrive(false);
      expect(world.rendered()?.build).toBe(buildsOf(world.newest()).parties);
      expect(world.state.announced).toBe(world.newest().revision);
    }),
    { numRuns: tries(750) },
  );
});

it('leaves a recalled build without a person, and leaves the other remote alone', () => {
  fc.assert(
    fc.property(histories, fc.constantFrom(...remotes), fc.boolean(), (history, app, toPart) => {
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
        // It does not end there either if somebody goes to a part of the page meanwhile.
        if (toPart) world.goToPart();
        expect(world.loading?.release.revision).toBe(world.newest().revision);
        expect(world.cause).toBe('renew');
        world.arrive(false);
        expect(world.rendered()?.build).toBe(buildsOf(world.newest()).ledger);
      } else {
        expect(world.loading).toBeNull();
        expect(world.rendered()).toEqual(before);
      }
    }),
    { numRuns: tries(250) },
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
    { numRuns: tries(125) },
  );
});

it('keeps asking, so that it never stays behind', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const world = new World();
      for (const name of history) actions[name](world);
      const { announced, goal, request } = world.state;
      if (announced > goal.revision) expect(request.type).not.toBe('none');
      expect(world.armed.has('ask')).toBe(request.type === 'waiting');
    }),
    { numRuns: tries(250) },
  );
});
