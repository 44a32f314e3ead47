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
/** Milliseconds that a client is charged more for a refusal: seven in a second make it heavy. */
const refusalMs = 3;
/** Milliseconds that a client counts as having used at least once a connection of its was cut: it is heavy for a second. */
const cutMs = 40;
/** Connections of a heavy client that may wait to be read while it is refused: a browser opens six at once. */
const maxUnread = 8;
/** Milliseconds since its last refusal for which a client is still refused. */
const refusedFor = 1_000;
/** A client's used time decays by so much each millisecond; from `heavyMs` on it comes last. */
const decayPerMs = 0.02;
const heavyMs = 20;
/** While others ask, heavy clients pause so many times as long as the turns took that they were in. */
const heavyPause = 3;
/** Milliseconds, at most: a turn may have taken long because the machine has no time for the process. */
const longestPause = 100;
/** Milliseconds for which others count as asking after a request of theirs. */
const askingFor = 1_000;
/** Milliseconds since its first request after which a client is no newcomer any more. */
const newFor = 10_000;
/** One request of so many is a newcomer's, and one a heavy client's, if any waits. */
const newcomerEvery = 4;
const heavyEvery = 10;
/** And of what one client waits for, one of so many is a connection that is to be read. */
const readEvery = 10;
/** Clients whose used time is remembered (LRU cache). */
const maxClients = 10_000;

/** Milliseconds of use as of `at`; `since` its first request; when it was last refused. */
type Account = Record<'used' | 'at' | 'since' | 'refusedAt', number>;

/** What waits for a turn: a request, or a connection that is to be read. */
export type Kind = 'request' | 'connection';
type Waiter = { run(): void };
/** What waits of a client, the oldest first; how many requests came before its oldest connection. */
type OfClient = Record<Kind, Set<Waiter>> & { passedOver: number };
/** The first client of the map is next. */
type Waiting = Map<string, OfClient>;

interface Queue {
  readonly waiting: Waiting;
  /** One request of so many is from this queue, if any waits in it. */
  readonly every: number;
  /** How often another queue came first since. */
  passedOver: number;
  /** Requests of it that this turn has begun, and when the next one may be begun at the earliest. */
  begun: number;
  from: number;
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
 * request, or else its oldest connection: what is read is answered before more is read, but for one of ten, since
 * requests that never end would keep its new connections waiting. The cost of a connection is known only after it was
 * read: many new addresses at once, each of which costs a lot the first time, therefore wait behind who was there
 * before. After a turn that was late and began newcomers, the next one is begun no sooner than after as much time
 * again: they get half of the event loop. Heavy clients get a quarter of it, also when nobody waits just then: whoever
 * asks next finds it free.
 */
export function openTurns({ now, nextTurn, after }: TurnSource = machine) {
  const accounts = new LRUCache<string, Account>({ max: maxClients });
  const known = openQueue(1);
  const newcomers = openQueue(newcomerEvery);
  const heavy = openQueue(heavyEvery);
  /** Those that come first, first. */
  const queues = [known, newcomers, heavy];
  let waiting = 0;
  /** Of this turn: milliseconds used, requests begun, and how many may be, in all and of newcomers. */
  let spent = 0;
  let begun = 0;
  let allowed = maxBegun;
  let allowedNew = 1;
  /** When a client last asked that is not heavy. */
  let othersAt = Number.NEGATIVE_INFINITY;
  /** When a turn is to be asked for; infinite: at no certain time. */
  let wakesAt = Number.POSITIVE_INFINITY;
  /** When the next turn was asked for; null: nobody needs one. */
  let scheduledAt: number | null = null;

  const used = ({ used, at }: Account) => Math.max(0, used - (now() - at) * decayPerMs);

  function accountOf(client: string): Account {
    const existing = accounts.get(client);
    if (existing !== undefined) return existing;
    const account = { used: 0, at: now(), since: now(), refusedAt: Number.NEGATIVE_INFINITY };
    accounts.set(client, account);
    return account;
  }

  function charge(client: string, cost: number): Account {
    const account = accountOf(client);
    account.used = used(account) + cost;
    account.at = now();
    return account;
  }

  function queueOf(client: string): Queue {
    const account = accountOf(client);
    if (used(account) >= heavyMs) return heavy;
    return now() - account.since < newFor ? newcomers : known;
  }

  function begin(queue: Queue, client: string, run: () => void): void {
    const from = now();
    schedule();
    run();
    const cost = Math.max(minCostMs, now() - from);
    spent += cost;
    begun += 1;
    queue.begun += 1;
    charge(client, cost);
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
    allowedNew = isLate || newcomers.begun === 0 ? 1 : Math.min(maxBegun, allowedNew + 1);
    if (isLate && newcomers.begun > 0) newcomers.from = now() + took;
    if (heavy.begun > 0 && now() - othersAt < askingFor)
      heavy.from = now() + Math.min(longestPause, heavyPause * took);
    scheduledAt = null;
    spent = 0;
    begun = 0;
    for (const queue of queues) queue.begun = 0;
    while (hasTime()) {
      const queue = choose();
      if (queue === null) break;
      beginNext(queue);
    }
    if (waiting === 0) return;
    const from = Math.min(
      ...queues.map((queue) => (queue.waiting.size > 0 ? queue.from : Infinity)),
    );
    if (now() < from) wakeAt(from);
    else schedule();
  }

  function wakeAt(time: number): void {
    if (time >= wakesAt) return;
    wakesAt = time;
    after(Math.max(0, time - now()), () => {
      if (time !== wakesAt) return;
      wakesAt = Number.POSITIVE_INFINITY;
      if (waiting > 0) schedule();
    });
  }

  function mayBegin(queue: Queue): boolean {
    if (queue.waiting.size === 0 || now() < queue.from) return false;
    return queue !== newcomers || queue.begun < allowedNew;
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
    const { request, connection, passedOver } = turns;
    const isRead = connection.size > 0 && (request.size === 0 || passedOver >= readEvery - 1);
    const [next] = isRead ? connection : request;
    turns.passedOver = isRead || connection.size === 0 ? 0 : passedOver + 1;
    // To the end of the queue.
    queue.waiting.delete(client);
    queue.waiting.set(client, turns);
    if (next === undefined) return;
    leave(queue.waiting, client, next);
    begin(queue, client, next.run);
  }

  function leave(queue: Waiting, client: string, waiter: Waiter): void {
    const turns = queue.get(client);
    if (turns === undefined || !(turns.request.delete(waiter) || turns.connection.delete(waiter)))
      return;
    waiting -= 1;
    if (turns.request.size + turns.connection.size === 0) queue.delete(client);
  }

  return {
    /** Requests that wait. */
    waiting: () => waiting,
    /**
     * Calls `run` at once while there is time left in this turn and nobody else's turn has come; else when
     * it is its turn. Call what it returns when nobody wants it any more.
     */
    enter(client: string, run: () => void, kind: Kind = 'request'): () => void {
      const queue = queueOf(client);
      if (queue !== heavy) othersAt = now();
      // A newcomer waits for the next turn: what it costs is measured from there to the one after.
      const isFirst = !queues.some(mayBegin) && now() >= queue.from;
      if (isFirst && hasTime() && queue !== newcomers) {
        begin(queue, client, run);
        return () => {};
      }
      const turns = queue.waiting.get(client) ?? {
        request: new Set(),
        connection: new Set(),
        passedOver: 0,
      };
      const waiter = { run };
      turns[kind].add(waiter);
      queue.waiting.set(client, turns);
      waiting += 1;
      schedule();
      return () => leave(queue.waiting, client, waiter);
    },
    /** Charges a client for a refusal, so that one which asks again at once comes after those that wait. */
    chargeRefusal(client: string): void {
      charge(client, refusalMs).refusedAt = now();
    },
    /**
     * Puts a client behind all others for a second, of which a connection was cut: it might open the next at once, and
     * what a connection costs before it is cut is not measured. Closes nothing: many people may be behind one address.
     */
    chargeCut(client: string): void {
      charge(client, Math.max(0, cutMs - used(accountOf(client))));
    },
    /**
     * Whether so many connections of a heavy client wait to be read that further ones are to be closed: only while
     * it is refused, since many people behind one address are heavy too.
     */
    isCrowded(client: string): boolean {
      const unread = heavy.waiting.get(client)?.connection.size ?? 0;
      return unread >= maxUnread && now() - accountOf(client).refusedAt < refusedFor;
    },
  };
}

const openQueue = (every: number): Queue => ({
  waiting: new Map(),
  every,
  passedOver: 0,
  begun: 0,
  from: 0,
});
