/** What can be done with several apps of a channel together, beside moving them now. */
export interface SetActionProps {
  readonly channel: string;
  readonly apps: readonly string[];
  /** It was done, not left. */
  readonly onDone: () => void;
}
