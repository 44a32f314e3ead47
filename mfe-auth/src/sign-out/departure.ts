const delay = 2000;

export interface DepartureSteps {
  readonly clearStored: () => void;
  readonly signOut: () => Promise<void>;
  readonly goHome: () => void;
}

/**
 * Clears what the browser keeps at once, signs out after two seconds, then goes home. Returns the way
 * out for a page that is left earlier: it signs out at that moment, and goes nowhere.
 */
export function startDeparture({ clearStored, signOut, goHome }: DepartureSteps): () => void {
  clearStored();
  let left = false;
  let signingOut = false;
  const timer = setTimeout(async () => {
    signingOut = true;
    await signOut();
    if (!left) goHome();
  }, delay);
  return () => {
    left = true;
    clearTimeout(timer);
    if (!signingOut) void signOut();
  };
}
