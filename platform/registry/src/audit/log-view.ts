import type { AuditEntry } from '../contract/history.ts';

/** An audit entry as a view gets it, without its hashes. */
export type LoggedEntry = Omit<AuditEntry, 'hash' | 'previousHash'>;

/** Reads the audit log for a part, entry by entry, in addition to what the core reads. */
export interface LogView {
  /**
   * Takes in one entry that the registry wrote.
   *
   * @param replay the replay to which the view's state belongs
   * @throws Error if the entry's detail cannot be read
   */
  follow(replay: object, entry: LoggedEntry): void;
}

/** A view that also gives the state it has built from the entries. */
export interface LogViewOf<S> extends LogView {
  /** The state built from the entries that were followed for this replay. */
  of(replay: object): S;
}

/** @param begin makes the state before the first entry */
export function logView<S>(
  begin: () => S,
  follow: (state: S, entry: LoggedEntry) => void,
): LogViewOf<S> {
  const states = new WeakMap<object, S>();
  const of = (replay: object): S => {
    const known = states.get(replay);
    if (known !== undefined) return known;
    const state = begin();
    states.set(replay, state);
    return state;
  };
  return { of, follow: (replay, entry) => follow(of(replay), entry) };
}

/** The views that parts have. */
export function viewsOf(hooks: readonly { log?: LogView }[]): LogView[] {
  return hooks.flatMap(({ log }) => log ?? []);
}
