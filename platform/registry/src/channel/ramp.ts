import type { Canary } from '../contract/channel.ts';
import { type Refusal, refusal } from '../contract/problem.ts';
import type { RampOrder } from '../contract/ramp.ts';

/**
 * A canary with a ramp climbs or is paused, until it is the live build or a canary of its last share. Other ends (an abort, a pause by the registry's rule, another canary) are those of every canary.
 */
export function rampAfter(
  app: string,
  live: string,
  canary: Canary | undefined,
  order: RampOrder,
): { build: string; canary: Canary | null } | Refusal {
  const { build, percent, ramp } = canary ?? {};
  if (build === undefined || percent === undefined || ramp === undefined) {
    return refusal('unknown', `${app} has no ramp`, 'Begin one: promote --ramp 1,5,25,100.');
  }
  const { steps, paused } = ramp;
  const at = (canary: Canary) => ({ build: live, canary });
  switch (order) {
    case 'pause':
      return at({ build, percent, ramp: { steps, paused: true } });
    case 'resume':
      return at({ build, percent, ramp: { steps } });
    case 'skip': {
      const [next = 100, ...rest] = steps;
      if (next === 100) return { build, canary: null };
      const goesOn = rest.length > 0 && { ramp: { steps: rest, ...(paused && { paused }) } };
      return at({ build, percent: next, ...goesOn });
    }
  }
}

/** Whether two canaries are the same to browsers, and go on in the same way. */
export function areSameCanaries(
  one: Canary | null | undefined,
  other: Canary | null | undefined,
): boolean {
  return (
    one?.build === other?.build &&
    one?.percent === other?.percent &&
    one?.ramp?.paused === other?.ramp?.paused &&
    String(one?.ramp?.steps) === String(other?.ramp?.steps)
  );
}

/** The apps whose canaries came together and still climb together, as lists: they go on as one revision. */
export function rampsOf(
  canaries: Readonly<Record<string, Canary>>,
  beganAt: (app: string) => number | undefined,
): string[][] {
  const together = Map.groupBy(
    Object.entries(canaries).filter(([, { ramp }]) => ramp !== undefined),
    ([app, { percent, ramp }]) => `${beganAt(app)} ${percent} ${ramp?.steps} ${ramp?.paused}`,
  );
  return [...together.values()].map((group) => group.map(([app]) => app).sort());
}
