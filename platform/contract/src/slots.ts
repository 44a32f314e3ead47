import * as v from 'valibot';

/** The own name of a slot, as its app declares it. */
const ownName = '[a-z][a-z0-9-]{0,62}';

/** A slot's name in `remote.json` of its app, such as `beside`. */
export const ownSlotNameSchema = v.pipe(v.string(), v.regex(new RegExp(`^${ownName}$`)));

/** A slot of an app, such as `mfe-notes:beside`. */
export const slotNameSchema = v.pipe(v.string(), v.regex(new RegExp(`^${ownName}:${ownName}$`)));

/** A widget that an app brings into slots, by app and expose: `mfe-cards/note-card` is its `./note-card`. */
export const broughtNameSchema = v.pipe(v.string(), v.regex(new RegExp(`^${ownName}/${ownName}$`)));

/** What a manager has said of a slot. */
export const arrangementSchema = v.object({
  /** Widgets that are not shown there. */
  hidden: v.array(broughtNameSchema),
  /** Widgets that come first, in this order. */
  order: v.array(broughtNameSchema),
});
export type Arrangement = v.InferOutput<typeof arrangementSchema>;

/** What is said of the slots of a channel, by their whole names; a slot of which nothing is said is not in it. */
export const arrangementsSchema = v.record(slotNameSchema, arrangementSchema);
export type Arrangements = v.InferOutput<typeof arrangementsSchema>;

/** A widget that stands in a slot. */
interface Brought {
  /** `mfe-cards/note-card`. */
  readonly name: string;
  readonly app: string;
  readonly expose: string;
  readonly hidden: boolean;
}

/** What a remote declares, as far as slots need it. */
interface Bringer {
  readonly name: string;
  readonly brings?: readonly { slot: string; expose: string; order: number }[] | undefined;
}

/** The app whose slot it is. */
export function appOfSlot(slot: string): string {
  return slot.slice(0, slot.indexOf(':'));
}

/** What these apps bring into a slot, in the order in which it stands there, with what is hidden. */
export function broughtInto(
  slot: string,
  declarations: readonly Bringer[],
  arrangements: Arrangements = {},
): Brought[] {
  const { hidden = [], order: first = [] } = Object.hasOwn(arrangements, slot)
    ? (arrangements[slot] ?? {})
    : {};
  const all = declarations.flatMap(({ name: app, brings = [] }) =>
    brings
      .filter((one) => one.slot === slot)
      .map(({ expose, order }) => ({ name: `${app}${expose.slice(1)}`, app, expose, order })),
  );
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  return all
    .sort(
      (one, other) =>
        rank(one.name) - rank(other.name) ||
        one.order - other.order ||
        (one.name < other.name ? -1 : 1),
    )
    .map(({ order: _order, ...one }) => ({ ...one, hidden: hidden.includes(one.name) }));
}
