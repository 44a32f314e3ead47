import { statSync } from 'node:fs';
import { askStatus } from '@tallystick/contract/http/ask-whole';
import { done, type Outcome } from '../outcome.ts';
import type { Child } from '../process/child.ts';
import { processorTime } from '../process/processor-time.ts';
import { type Work, watchWork } from './standing-still.ts';

/** A hundred looks come fast, the others after a second each. They are counted: on a machine that stands still there are none. */
const fastLooks = 100;
const pauses = { fast: 100, slow: 1_000 };
/** Looks from one line that says what is waited for to the next. */
const looksPerLine = 30;
/** Looks without progress after which a server is given up: 130 s at least. */
const ownPatience = 220;
/** Milliseconds for one answer: a busy machine is slow with it, too. */
const answerMs = 10_000;

export interface Waiting {
  /** The server's address. */
  origin: string;
  path?: string;
  /** Is told now and then what is waited for. */
  say: (line: string) => void;
  /** Looks without progress after which it is given up; absent: as many as take two minutes or more. */
  patience?: number;
}

/**
 * Waits until a child's server answers `GET /health`, or another path, with 200. It waits as long
 * as the child works, that is, uses processor time or writes to its log. A child that ends, or that
 * stands still, is a problem.
 */
export async function waitForHealth(child: Child, waiting: Waiting): Promise<Outcome> {
  const { origin, path = '/health', say, patience = ownPatience } = waiting;
  const ended = new AbortController();
  const end = child.ended.then((code) => {
    ended.abort();
    return code;
  });
  const standsStill = watchWork(patience);
  for (let look = 1; ; look += 1) {
    const answered = await answers(origin + path, ended.signal);
    if (ended.signal.aborted) return endedEarly(child, await end);
    if (answered) return done;
    if (standsStill(workOf(child))) return stoodStill(child, origin + path);
    const isLong = look >= fastLooks && (look - fastLooks) % looksPerLine === 0;
    if (isLong) say(waitingFor(child, origin));
    await pause(look > fastLooks ? pauses.slow : pauses.fast, end);
  }
}

function workOf({ pid, log }: Child): Work {
  return {
    processorTime: pid === undefined ? null : processorTime(pid),
    written: statSync(log, { throwIfNoEntry: false })?.size ?? 0,
  };
}

async function answers(address: string, ended: AbortSignal): Promise<boolean> {
  const asked = await askStatus(address, { signal: ended, timeoutMs: answerMs });
  return asked.ok && asked.value.status === 200;
}

/** Resolves after milliseconds, or as soon as the child has ended. */
async function pause(ms: number, end: Promise<unknown>): Promise<void> {
  const passed = Promise.withResolvers<void>();
  const timer = setTimeout(passed.resolve, ms);
  await Promise.race([passed.promise, end]);
  clearTimeout(timer);
}

function waitingFor(child: Child, origin: string): string {
  const { processorTime: used } = workOf(child);
  const time = used === null ? '' : ` and has used ${Math.round(used / 1_000)} s of processor time`;
  const [last] = child.lastLines(1);
  const wrote = last === undefined ? 'it has written nothing yet' : `it wrote last: ${last}`;
  return `Waiting for the ${child.name}: it runs${time}, but does not answer at ${origin} yet; ${wrote}`;
}

function stoodStill(child: Child, address: string): Outcome {
  return {
    ok: false,
    problem: `The ${child.name} stands still: it runs, but neither answers at ${address} nor works. ${whatItSaid(child)}`,
    detail: child.lastLines(12),
  };
}

/** A child that says why in one line is quoted; one that says more is shown. */
function endedEarly(child: Child, code: number): Outcome {
  const lines = child.lastLines(12);
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) {
    return { ok: false, problem: `The ${child.name} did not start: ${only}` };
  }
  const problem = `The ${child.name} did not start, it ended (exit code ${code}). ${whatItSaid(child)}`;
  return { ok: false, problem, detail: lines };
}

function whatItSaid(child: Child): string {
  return child.lastLines(1).length > 0 ? `Its log is ${child.log}.` : 'It has written nothing.';
}
