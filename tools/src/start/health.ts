import { done, type Outcome } from '../outcome.ts';
import type { Child } from '../process/child.ts';

const pause = 100;

/**
 * Waits until a child's server answers `GET /health`, or another path, with 200, the child ends, or `limit`
 * milliseconds have passed.
 */
export async function waitForHealth(
  child: Child,
  origin: string,
  limit: number,
  path = '/health',
): Promise<Outcome> {
  const giveUp = AbortSignal.timeout(limit);
  let alive = true;
  child.ended.then(() => {
    alive = false;
  });
  while (!giveUp.aborted) {
    if (await answers(origin + path, giveUp)) return done;
    if (!alive) return endedEarly(child);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return {
    ok: false,
    problem: `The ${child.name} did not answer at ${origin} within ${limit / 1000} s; see ${child.log}.`,
    detail: child.lastLines(12),
  };
}

async function answers(address: string, giveUp: AbortSignal): Promise<boolean> {
  try {
    const signal = AbortSignal.any([giveUp, AbortSignal.timeout(2_000)]);
    const response = await fetch(address, { signal });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** A child that says why in one line is quoted; one that says more is shown. */
function endedEarly(child: Child): Outcome {
  const lines = child.lastLines(12);
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) {
    return { ok: false, problem: `The ${child.name} did not start: ${only}` };
  }
  return {
    ok: false,
    problem: `The ${child.name} did not start; see ${child.log}.`,
    detail: lines,
  };
}
