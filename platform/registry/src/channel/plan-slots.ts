import { canonicalJson } from '@tallystick/contract/canonical-json';
import { type Arrangement, type Arrangements, appOfSlot } from '@tallystick/contract/slots';
import type { Change, Revision } from '../contract/channel.ts';
import type { Condemned } from '../contract/condemned.ts';
import { type OrRefusal, refusal } from '../contract/problem.ts';
import type { Arranged } from '../contract/slots-change.ts';
import { applyGoals, type Made, type Next } from './goals.ts';

/** What a change of a slot is decided from, and who (`by`) makes it when (`at`). */
interface SlotsState extends Omit<Made, 'reason'> {
  /** The newest revision, or null before the first. */
  current: Revision | null;
  condemned: readonly Condemned[];
}

type SlotsChange = Extract<Change, { kind: 'slots' }>;

/** The next revision of a change of a slot, or why there is none. Builds stay as they are. */
export function planSlots(state: SlotsState, change: SlotsChange): OrRefusal<Next> {
  const { slot, reason } = change;
  const app = appOfSlot(slot);
  const { current } = state;
  if (current?.builds[app] === undefined) return refusal('unknown', `${app} is not in the channel`);
  return arranged(state, current, { slot, to: wished(of(current, slot), change) }, reason);
}

/** The next revision that takes back what one did to a slot. */
export function undoSlots(
  state: SlotsState,
  { arranged: undone, revision }: Pick<Revision, 'arranged' | 'revision'>,
  reason: string,
): OrRefusal<Next> | null {
  if (undone === undefined) return null;
  const { slot, from, to } = undone;
  const { current } = state;
  if (current === null || canonicalJson(of(current, slot)) !== canonicalJson(to)) {
    return refusal('moved', `${slot} was changed since, after revision ${revision}`);
  }
  const next = arranged(state, current, { slot, to: from }, reason);
  return next.ok ? { ok: true, value: { ...next.value, undoes: revision } } : next;
}

/** Whether a slot is as a change wishes it to be. */
export function isArranged(current: Revision, change: SlotsChange): boolean {
  const before = of(current, change.slot);
  return canonicalJson(before) === canonicalJson(wished(before, change));
}

function of({ slots = {} }: Pick<Revision, 'slots'>, slot: string): Arrangement | null {
  return Object.hasOwn(slots, slot) ? (slots[slot] ?? null) : null;
}

/** Null where nothing is said of the slot any more. */
function wished(before: Arrangement | null, { hide, show, order }: SlotsChange) {
  const hidden = [...new Set([...(before?.hidden ?? []), ...hide])].filter(
    (name) => !show.includes(name),
  );
  const first = [...new Set(order ?? before?.order)];
  return hidden.length + first.length === 0 ? null : { hidden: hidden.sort(), order: first };
}

function arranged(
  state: SlotsState,
  current: Revision,
  { slot, to }: Omit<Arranged, 'from'>,
  reason: string,
): OrRefusal<Next> {
  const from = of(current, slot);
  if (canonicalJson(from) === canonicalJson(to)) return refusal('invalid', 'this changes nothing');
  const { by, at } = state;
  const { slots: _before, ...next } = applyGoals(state, 'slots', [], { by, at, reason });
  const { [slot]: _said, ...others }: Arrangements = current.slots ?? {};
  const slots: Arrangements = to === null ? others : { ...others, [slot]: to };
  const said = Object.keys(slots).length > 0 && { slots };
  return { ok: true, value: { ...next, ...said, arranged: { slot, from, to } } };
}
