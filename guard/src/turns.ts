import { LRUCache } from 'lru-cache';

/** The clock and the event loop; a test has its own. */
export interface TurnSource {
  /** Milliseconds, never going back. */
  now(): number;
  /** Calls back in the next turn of the event loop. */
  nextTurn(run: () => void): void;
  /** Calls back after so many milliseconds. */
  after(milliseconds: number, run: () => void): void;
}

/** Milliseconds of one turn in which requests are begun; then the event loop goes on. */
const sliceMs = 2;
/**
 * Milliseconds that a whole turn may take. After a longer one, half as many requests are begun in the
 * next turn; after any other, one more. Otherwise more would be begun than the loop can answer.
 */
const maxTurnMs = 5;
const maxBegun = 10;
const minBegun = 2;
/** Milliseconds that a request is charged at least: the time to make its answer is not measured. */
const minCostMs = 0.2;
/** A client's used time decays by so much each millisecond; from `heavyMs` on it comes last. */
const decayPerMs = 0.02;
const heavyMs = 20;
/** Milliseconds since its first request after which a client is no newcomer any more. */
const newFor = 10_000;
/** One request of so many is a newcomer's, and one a heavy client's, if any waits. */
const newcomerEvery = 4;
const heavyEvery = 10;
/** Clients whose used time is remembered (LRU cache). */
const maxClients = 10_000;

/** Milliseconds of use as of `at`; `since` its first request. */
type Account = Record<'used' | 'at' | 'since', number>;

type Waiter = { run(): void };
/** The waiting requests of each client, the oldest first. The first client of the map is next. */
type Waiting = Map<string, Set<Waiter>>;

interface Queue {
  readonly waiting: Waiting;
  /** One request of so many is from this queue, if any waits in it. */
  readonly every: number;
  /** How often another queue came first since. */
  passedOver: number;
}

const machine: TurnSource = {
  now: () => performance.now(),
  nextTurn: (run) => setImmediate(run),
  after: (milliseconds, run) => void setTimeout(run, milliseconds),
};

/** Decides whose request is begun next when more come than one turn of the event loop can handle. */
export type Turns = ReturnType<typeof openTurns>;

/**
 * Turns of the event loop, shared out by client: those that have used little of it lately come
 * first, of these the ones that are known, and among equals each client in its turn, with its oldest
 * request. The cost of a connection is known only after it was read: many new addresses at once, each of which
 * costs a lot the first time, therefore wait behind who was there before. After a turn that was late and began
 * newcomers, the next one is begun no sooner than after as much time again: they get half of the event loop.
 */
export function openTurns({ now, nextTurn, after }: TurnSource = machine) {
  const accounts = new LRUCache<string, Account>({ max: maxClients });
  const known = openQueue(1);
  const newcomers = openQueue(newcomerEvery);
  const heavy = openQueue(heavyEvery);
  /** Those that come first, first. */
  const queues = [known, newcomers, heavy];
  let waiting = 0;
  /** Of this turn: milliseconds used, requests begun, and how many may be. */
  let spent = 0;
  let begun = 0;
  let allowed = maxBegun;
  /** The same of newcomers, and when the next one may be begun at the earliest. */
  let begunNew = 0;
  let allowedNew = 1;
  let newFrom = 0;
  let isWaking = false;
  /** When the next turn was asked for; null: nobody needs one. */
  let scheduledAt: number | null = null;

  const used = ({ used, at }: Account) => Math.max(0, used - (now() - at) * decayPerMs);

  function accountOf(client: string): Account {
    const existing = accounts.get(client);
    if (existing !== undefined) return existing;
    const account = { used: 0, at: now(), since: now() };
    accounts.set(client, account);
    return account;
  }

  function queueOf(client: string): Queue {
    const account = accountOf(client);
    if (used(account) >= heavyMs) return heavy;
    return now() - account.since < newFor ? newcomers : known;
  }

  function begin(client: string, run: () => void): void {
    const account = accountOf(client);
    const from = now();
    run();
    const cost = Math.max(minCostMs, now() - from);
    spent += cost;
    begun += 1;
    account.used = used(account) + cost;
    account.at = now();
    schedule();
  }

  function schedule(): void {
    if (scheduledAt !== null) return;
    scheduledAt = now();
    nextTurn(turn);
  }

  function hasTime(): boolean {
    return spent < sliceMs && begun < allowed;
  }

  function turn(): void {
    const took = scheduledAt === null ? 0 : now() - scheduledAt;
    const isLate = took > maxTurnMs;
    allowed = isLate
      ? Math.max(minBegun, Math.floor(allowed / 2))
      : Math.min(maxBegun, allowed + 1);
    allowedNew = isLate || begunNew === 0 ? 1 : Math.min(maxBegun, allowedNew + 1);
    if (isLate && begunNew > 0) newFrom = now() + took;
    scheduledAt = null;
    spent = 0;
    begun = 0;
    begunNew = 0;
    while (hasTime()) {
      const queue = choose();
      if (queue === null) break;
      beginNext(queue);
    }
    const isPaused = now() < newFrom && known.waiting.size + heavy.waiting.size === 0;
    if (isPaused) wakeAt(newFrom);
    else if (waiting > 0) schedule();
  }

  function wakeAt(time: number): void {
    if (isWaking) return;
    isWaking = true;
    after(time - now(), () => {
      isWaking = false;
      if (waiting > 0) schedule();
    });
  }

  function mayBegin(queue: Queue): boolean {
    if (queue.waiting.size === 0) return false;
    return queue !== newcomers || (begunNew < allowedNew && now() >= newFrom);
  }

  /** The queue whose request is begun next; null: none may be in this turn. */
  function choose(): Queue | null {
    const waits = queues.filter(mayBegin);
    const due = waits.find(({ every, passedOver }) => every > 1 && passedOver >= every - 1);
    const chosen = due ?? waits[0] ?? null;
    for (const queue of waits) queue.passedOver = queue === chosen ? 0 : queue.passedOver + 1;
    return chosen;
  }

  function beginNext(queue: Queue): void {
    const [first] = queue.waiting;
    if (first === undefined) return;
    const [client, turns] = first;
    const [next] = turns;
    // To the end of the queue.
    queue.waiting.delete(client);
    queue.waiting.set(client, turns);
    if (next === undefined) return;
    leave(queue.waiting, client, next);
    if (queue === newcomers) begunNew += 1;
    begin(client, next.run);
  }

  function leave(queue: Waiting, client: string, waiter: Waiter): void {
    const turns = queue.get(client);
    if (turns?.delete(waiter) !== true) return;
    waiting -= 1;
    if (turns.size === 0) queue.delete(client);
  }

  return {
    /** Requests that wait. */
    waiting: () => waiting,
    /**
     * Calls `run` at once while there is time left in this turn and nobody waits; else when it is its
     * turn. Call what it returns when nobody wants it any more.
     */
    enter(client: string, run: () => void): () => void {
      const { waiting: queue } = queueOf(client);
      // A newcomer waits for the next turn: what it costs is measured from there to the one after.
      if (waiting === 0 && hasTime() && queue !== newcomers.waiting) {
        begin(client, run);
        return () => {};
      }
      const turns = queue.get(client) ?? new Set();
      const waiter = { run };
      queue.set(client, turns.add(waiter));
      waiting += 1;
      schedule();
      return () => leave(queue, client, waiter);
    },
    /** The client is a newcomer again. */
    forget(client: string): void {
      accounts.delete(client);
    },
  };
}

const openQueue = (every: number): Queue => ({ waiting: new Map(), every, passedOver: 0 });
