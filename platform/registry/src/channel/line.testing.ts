import type { Change, Revision } from '../contract/channel.ts';
import type { Condemned } from '../contract/condemned.ts';
import type { AppLock } from '../contract/history.ts';
import { planAutomatic } from './automatic.ts';
import type { Next } from './goals.ts';
import { type ChannelState, type Plan, planChange } from './plan.ts';
import { type AppPast, pastAfter } from './stack.ts';

const at = '2026-11-21T00:00:00.000Z';

/** A channel in memory: its revisions, and what the next change is decided from. */
export class Line {
  readonly revisions: Revision[] = [];
  locks: AppLock[] = [];
  byManager = false;
  condemned: readonly Condemned[] = [];
  readonly #undoes = new Map<number, number>();
  /** The builds that were condemned before each revision. */
  readonly #before = new Map<number, readonly Condemned[]>();

  get current(): Revision | null {
    return this.revisions.at(-1) ?? null;
  }

  state(change: Change): ChannelState {
    const past = new Map<string, AppPast>();
    for (const { moves, ...made } of this.revisions) {
      const undoes = this.#undoes.get(made.revision);
      const automatic = made.verdict !== undefined;
      for (const move of moves) {
        const step = { ...made, ...move, automatic, undoes };
        const before = this.#before.get(made.revision) ?? [];
        past.set(move.app, pastAfter(past.get(move.app), step, before));
      }
    }
    const undone =
      change.kind === 'undo'
        ? (this.revisions.find(({ revision }) => revision === change.revision) ?? null)
        : null;
    const live = new Set(
      this.revisions.flatMap(({ moves }) => moves.map(({ app, to }) => `${app}@${to}`)),
    );
    const { current, locks, byManager, condemned } = this;
    return { current, past, live, locks, condemned, undone, byManager, by: 'Ann', at, avoided: [] };
  }

  change(change: Change): Plan {
    const plan = planChange(this.state(change), change);
    if (plan.ok) this.#append(plan.value);
    return plan;
  }

  /** What the registry does by itself about a canary or a live build; whether it may. */
  actOn(app: string, kind: 'hold' | 'rollback' | 'recall'): boolean {
    const { current } = this;
    if (current === null) return false;
    const state = this.state({ kind: 'remove', apps: [app], reason: 'none' });
    const acting = { ...state, current, by: 'the registry' };
    const plan = planAutomatic(acting, { kind, apps: [app], reason: 'it failed' });
    if (plan.ok) this.#append(plan.value);
    return plan.ok;
  }

  #append({ condemned, undoes, ...next }: Next): void {
    const revision = this.revisions.length + 1;
    if (undoes !== undefined) this.#undoes.set(revision, undoes);
    this.#before.set(revision, this.condemned);
    this.condemned = condemned;
    this.revisions.push({ channel: 'x', revision, ...next, at, by: 'Ann', reason: 'why' });
  }
}
