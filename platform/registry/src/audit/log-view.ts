import type { AuditEntry } from '../contract/history.ts';

/** An entry as it is followed. */
export type LoggedEntry = Omit<AuditEntry, 'hash' | 'previousHash'>;

/** What a part reads of the audit log, entry by entry, beside what the core does. */
export interface LogView {
  /**
   * Takes in one entry that the registry wrote.
   *
   * @param replay for whose reader
   * @throws Error if the entry's detail cannot be read
   */
  follow(replay: object, entry: LoggedEntry): void;
}

/** The same, with what it has read. */
export interface LogViewOf<S> extends LogView {
  /** What the entries say that were followed for this reader. */
  of(replay: object): S;
}

/** @param begin what there is before the first entry */
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

/** The views among what parts have. */
export function viewsOf(hooks: readonly { log?: LogView }[]): LogView[] {
  return hooks.flatMap(({ log }) => log ?? []);
}
