/** Runs something after so many milliseconds; returns how to cancel it. */
export type Clock = (milliseconds: number, run: () => void) => () => void;

export const systemClock: Clock = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};
