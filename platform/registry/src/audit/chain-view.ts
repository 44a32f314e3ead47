import type { AuditEntry } from '../contract/history.ts';

/** What a part reads of the audit chain, link by link, beside what the core does. */
export interface ChainView {
  /**
   * Takes in one link that the registry wrote.
   *
   * @param replay for whose reader
   * @throws Error if the link's detail cannot be read
   */
  follow(replay: object, link: AuditEntry): void;
}

/** The same, with what it has read. */
export interface ChainViewOf<S> extends ChainView {
  /** What the links say that were followed for this reader. */
  of(replay: object): S;
}

/** @param begin what there is before the first link */
export function chainView<S>(
  begin: () => S,
  follow: (state: S, link: AuditEntry) => void,
): ChainViewOf<S> {
  const states = new WeakMap<object, S>();
  const of = (replay: object): S => {
    const known = states.get(replay);
    if (known !== undefined) return known;
    const state = begin();
    states.set(replay, state);
    return state;
  };
  return { of, follow: (replay, link) => follow(of(replay), link) };
}

/** The views among what parts have. */
export function viewsOf(hooks: readonly { chain?: ChainView }[]): ChainView[] {
  return hooks.flatMap(({ chain }) => chain ?? []);
}
