import { tries } from '@tallystick/contract/testing/proof';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Change } from '../contract/channel.ts';
import { fallbackCandidates } from './fallbacks.ts';
import { Line } from './line.testing.ts';

const app = 'mfe-a';
const names = ['a', 'b', 'c', 'd', 'e'];
const reason = 'why';

/** What happened to the app, written down without any knowledge of how the registry keeps it. */
interface Happened {
  what: 'ship' | 'go back' | 'undo' | 'other';
  /** The builds that were live before and after it. */
  from: string | null;
  to: string | null;
  /** The line of the history that an undo takes back. */
  of?: number;
  /** The builds that it condemned, and those that it freed: they were resumed, or shipped by name after an undo. */
  condemned: readonly string[];
  resumed: readonly string[];
}

/** A time in which a build was live. */
interface Life {
  build: string;
  over: boolean;
}

/**
 * The rule of docs/releases.md, computed from the whole history. It lists the lives of builds in turn. Lives that were
 * passed over or taken back are over, and what was undone does not count.
 */
function readBy(history: readonly Happened[]) {
  const stands = history.map(() => true);
  for (const [index, { of }] of [...history.entries()].reverse()) {
    if (of !== undefined && stands[index]) stands[of] = false;
  }
  const lives: Life[] = [];
  const condemned = new Set<string>();
  const takeBack = (build: string | null) => {
    for (const life of lives) if (life.build === build) life.over = true;
  };
  for (const [index, { what, from, to, of, ...verdicts }] of history.entries()) {
    if (!stands[index]) continue;
    for (const build of verdicts.condemned) condemned.add(build);
    for (const build of verdicts.resumed) condemned.delete(build);
    if (what === 'ship' && to !== null) lives.push({ build: to, over: false });
    if (what === 'undo' && of !== undefined && history[of]?.what === 'ship') takeBack(from);
    if (what !== 'go back' || to === null) continue;
    takeBack(from);
    const goal = lives.findLast(({ build, over }) => build === to && !over);
    if (goal === undefined) lives.push({ build: to, over: false });
    else for (const later of lives.slice(lives.indexOf(goal) + 1)) later.over = true;
  }
  const left = lives.filter(({ over }) => !over).map(({ build }) => build);
  const live = left.at(-1);
  const goals = left.reverse().filter((build) => build !== live && !condemned.has(build));
  return { live, condemned, goals: [...new Set(goals)] };
}

type PlainAct = 'undo' | 'remove' | 'hold' | 'fails' | 'fails-urgently';
type Act =
  | { act: 'promote' | 'canary' | 'to' | 'resume'; build: string }
  | { act: 'back' | 'abort'; recall: boolean }
  | { act: PlainAct };

const build = fc.constantFrom(...names);
const plain = (...acts: PlainAct[]) => fc.constantFrom(...acts).map((act): Act => ({ act }));
const acts = fc.array(
  fc.record({
    byManager: fc.boolean(),
    act: fc.oneof(
      { weight: 8, arbitrary: build.map((build): Act => ({ act: 'promote', build })) },
      { weight: 4, arbitrary: plain('undo') },
      { weight: 7, arbitrary: fc.boolean().map((recall): Act => ({ act: 'back', recall })) },
      { weight: 2, arbitrary: build.map((build): Act => ({ act: 'to', build })) },
      { weight: 2, arbitrary: build.map((build): Act => ({ act: 'resume', build })) },
      { weight: 2, arbitrary: build.map((build): Act => ({ act: 'canary', build })) },
      { weight: 1, arbitrary: fc.boolean().map((recall): Act => ({ act: 'abort', recall })) },
      { weight: 3, arbitrary: plain('hold', 'fails', 'fails-urgently', 'remove') },
    ),
  }),
  { minLength: 4, maxLength: 24 },
);

function changeOf(act: Act, revision: number): Change | null {
  switch (act.act) {
    case 'promote':
      return { kind: 'promote', builds: { [app]: act.build }, reason };
    case 'canary':
      return { kind: 'canary', builds: { [app]: act.build }, percent: 5, reason };
    case 'to':
      return { kind: 'rollback', apps: [app], to: { [app]: act.build }, recall: false, reason };
    case 'back':
      return { kind: 'rollback', apps: [app], to: {}, live: [app], recall: act.recall, reason };
    case 'abort':
      return { kind: 'abort', apps: [app], recall: act.recall, reason };
    case 'resume':
      return { kind: 'unhold', apps: [app], builds: { [app]: act.build }, reason };
    case 'remove':
      return { kind: 'remove', apps: [app], reason };
    case 'undo':
      return { kind: 'undo', revision, recall: false, reason };
    default:
      return null;
  }
}

const automatic = { hold: 'hold', fails: 'rollback', 'fails-urgently': 'recall' } as const;

/** Does it if it is allowed, and answers what happened. */
function attempt(line: Line, history: readonly Happened[], act: Act): Happened | null {
  const before = line.current;
  const live = before?.builds[app] ?? null;
  const canary = before?.canaries[app]?.build ?? null;
  const change = changeOf(act, line.revisions.length);
  if (change !== null) {
    if (!line.change(change).ok) return null;
  } else if (act.act in automatic) {
    const { actsBy } = actsOf(act);
    if (actsBy === null || (act.act === 'hold' && canary === null)) return null;
    if (live === null || !line.actOn(app, actsBy)) return null;
  }
  const to = line.current?.builds[app] ?? null;
  const none = { from: live, to, condemned: [], resumed: [] };
  const given = [to, line.current?.canaries[app]?.build];
  const gone = [live, canary].filter((one) => one !== null).filter((one) => !given.includes(one));
  const back = to === live ? ('other' as const) : ('go back' as const);
  switch (act.act) {
    case 'promote':
      // Promoting what is already live ends the canary and ships nothing.
      return { ...none, what: to === live ? 'other' : 'ship', resumed: [act.build] };
    case 'canary':
      return { ...none, what: 'other', resumed: [act.build] };
    case 'remove':
      return { ...none, what: 'other' };
    case 'to':
      return { ...none, what: back, resumed: [act.build] };
    case 'back':
      return { ...none, what: back, condemned: act.recall ? gone : [] };
    case 'abort': {
      const paused = canary === null && act.recall;
      // A paused canary was already condemned.
      return { ...none, what: 'other', condemned: act.recall && !paused ? gone : [] };
    }
    case 'hold':
      return { ...none, what: 'other', condemned: gone };
    case 'fails':
    case 'fails-urgently':
      return { ...none, what: 'go back', condemned: live === null ? [] : [live] };
    case 'resume':
      return { ...none, what: 'other', resumed: [act.build] };
    case 'undo': {
      const of = history.length - 1;
      const shipped = shippedIn(line, of);
      return { ...none, what: 'undo', of, condemned: gone.filter((one) => shipped.has(one)) };
    }
  }
}

function actsOf({ act }: Act) {
  const known: Partial<Record<Act['act'], 'hold' | 'rollback' | 'recall'>> = automatic;
  return { actsBy: known[act] ?? null };
}

/** What somebody shipped in a revision: to all, or to a share. */
function shippedIn(line: Line, index: number): Set<string> {
  const { kind, moves } = line.revisions[index] ?? { kind: 'rollback', moves: [] };
  if (kind !== 'promote' && kind !== 'canary') return new Set();
  return new Set(moves.flatMap(({ to, canaryTo }) => [to ?? '', canaryTo?.build ?? '']));
}

it('says where a rollback goes, and what browsers may fall back to, as the sentence does', () => {
  const seen = { backs: 0, undos: 0, taken: 0, nowhere: 0 };
  fc.assert(
    fc.property(acts, (all) => {
      const line = new Line();
      const history: Happened[] = [];
      for (const { act, byManager } of all) {
        const { goals } = readBy(history);
        const live = line.current?.builds[app];
        line.byManager = byManager;
        const happened = attempt(line, history, act);
        if (happened === null) {
          const isLost = act.act === 'back' && live !== undefined;
          if (isLost) expect(goals).toEqual([]);
          if (isLost) seen.nowhere += 1;
          continue;
        }
        if (act.act === 'back') {
          expect(happened.to).toBe(goals[0]);
          seen.backs += 1;
        }
        if (act.act === 'undo') seen.undos += 1;
        history.push(happened);
        const after = readBy(history);
        expect(new Set(line.condemned.map(({ build }) => build))).toEqual(after.condemned);
        seen.taken += after.condemned.size > 0 ? 1 : 0;
        if (line.current?.builds[app] === undefined) continue;
        expect(line.current.builds[app]).toBe(after.live);
        const { past } = line.state({ kind: 'remove', apps: [app], reason });
        const next = { ...line.current, moves: [], condemned: line.condemned };
        expect(fallbackCandidates(next, past)[app]).toEqual(after.goals);
      }
    }),
    { numRuns: tries(2_000) },
  );
  // Generated histories in which hardly anything happens would prove nothing.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(500);
});
