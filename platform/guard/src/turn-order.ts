import { type ClientQueue, openClientQueue } from './client-queue.ts';
import { openPace } from './turn-pace.ts';
import type { Standing } from './usage.ts';

/** Milliseconds that a whole turn may take; a longer one is late. */
const maxTurnMs = 5;
/** While others ask, heavy clients pause so many times as long as the turns took that they were in. */
const heavyPause = 3;
/** Milliseconds, at most: a turn may have taken long because the machine has no time for the process. */
const maxPauseMs = 100;
/** Milliseconds for which others count as asking after a request of theirs. */
const askingForMs = 1_000;
/** One request of so many is a newcomer's, and one a heavy client's, if any waits. */
const newcomerEvery = 4;
const heavyEvery = 10;

interface Queue {
  readonly standing: Standing;
  readonly clients: ClientQueue;
  /** One request of so many is from this queue, if any waits in it. */
  readonly every: number;
  /** How often another queue came first since. */
  passedOver: number;
  /** Requests of it that this turn has begun, and when the next one may be begun at the earliest. */
  begun: number;
  from: number;
}

/** A request, or a connection to be read, whose turn has come. */
interface Next {
  standing: Standing;
  client: string;
  run(): void;
}

/**
 * Decides whose request is begun next, and how many in one turn of the event loop. Known clients come first, then
 * newcomers, then heavy ones.
 *
 * After a late turn that began newcomers, the next newcomer waits as long again: they get half of the event loop. Heavy
 * clients get a quarter, even while nobody else waits. So the next client that asks finds the event loop free.
 */
export function openTurnOrder(now: () => number) {
  const pace = openPace();
  const known = openQueue('known', 1);
  const newcomer = openQueue('newcomer', newcomerEvery);
  const heavy = openQueue('heavy', heavyEvery);
  const of = { known, newcomer, heavy };
  /** Those that come first, first. */
  const queues = [known, newcomer, heavy];
  /** When a client last asked that is not heavy. */
  let othersAt = Number.NEGATIVE_INFINITY;

  function mayBegin(queue: Queue): boolean {
    if (queue.clients.size() === 0 || now() < queue.from) return false;
    return queue !== newcomer || queue.begun < pace.newcomers();
  }

  return {
    /** What waits of the clients of a standing. */
    waitingOf: (standing: Standing): ClientQueue => of[standing].clients,
    /** How many requests and connections wait. */
    waiting: () => queues.reduce((sum, { clients }) => sum + clients.size(), 0),
    /** When one of those that wait may be begun, at the earliest; infinite: none waits. */
    nextAt: () =>
      Math.min(...queues.map(({ clients, from }) => (clients.size() > 0 ? from : Infinity))),
    /** Notes that a client asks. True: what it asks may be begun at once, as nobody's turn has come. */
    ask(standing: Standing): boolean {
      if (standing !== 'heavy') othersAt = now();
      // A newcomer waits for the next turn: what it costs is measured from there to the one after.
      if (standing === 'newcomer' || queues.some(mayBegin)) return false;
      return now() >= of[standing].from && pace.hasTime();
    },
    /** Takes out what this turn is to begin next; undefined: it begins no more. */
    take(): Next | undefined {
      if (!pace.hasTime()) return undefined;
      const queue = choose(queues.filter(mayBegin));
      const next = queue?.clients.take();
      return queue && next && { standing: queue.standing, ...next };
    },
    /** Counts a request that this turn has begun. */
    count(standing: Standing, milliseconds: number): void {
      of[standing].begun += 1;
      pace.count(milliseconds);
    },
    /** The next turn begins, after one that took so many milliseconds. */
    nextTurn(tookMs: number): void {
      const isLate = tookMs > maxTurnMs;
      const hadNewcomers = newcomer.begun > 0;
      pace.next({ isLate, hadNewcomers });
      if (isLate && hadNewcomers) newcomer.from = now() + tookMs;
      if (heavy.begun > 0 && now() - othersAt < askingForMs)
        heavy.from = now() + Math.min(maxPauseMs, heavyPause * tookMs);
      for (const queue of queues) queue.begun = 0;
    },
  };
}

/** The queue whose request is begun next, of those that may begin one; undefined: there is none. */
function choose(queues: readonly Queue[]): Queue | undefined {
  const due = queues.find(({ every, passedOver }) => every > 1 && passedOver >= every - 1);
  const chosen = due ?? queues[0];
  for (const queue of queues) queue.passedOver = queue === chosen ? 0 : queue.passedOver + 1;
  return chosen;
}

const openQueue = (standing: Standing, every: number): Queue => ({
  standing,
  clients: openClientQueue(),
  every,
  passedOver: 0,
  begun: 0,
  from: 0,
});
