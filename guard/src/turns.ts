import { LRUCache } from 'lru-cache';

/** Decides whose request is begun next when more come than one turn of the event loop can bear. */
export interface Turns {
  /**
   * Calls `run` at once while there is time left in this turn and nobody waits; else when it is its turn.
   * Call what it returns when nobody wants it any more.
   */
  enter(client: string, run: () => void): () => void;
  /** Requests that wait. */
  waiting(): number;
}

/** What turns go by; a test has its own. */
export interface TurnSource {
  /** Milliseconds, never going back. */
  now(): number;
  /** Calls back in the next turn of the event loop. */
  nextTurn(run: () => void): void;
}

/** Milliseconds of one turn in which requests are begun; then what they wait for is looked at. */
const slice = 2;
/**
 * Milliseconds that a whole turn may take. A turn that takes longer has half as many requests begun in
 * the next one, any other one more: what was begun must be answered by turns as well.
 */
const longest = 5;
const mostBegun = 10;
const fewestBegun = 2;
/** Milliseconds that a request costs at least: its answer is made later, where nobody counts. */
const least = 0.2;
/** Milliseconds of use that a client is forgiven each millisecond, and from how many it comes last. */
const forgiven = 0.02;
const heavy = 20;
/** Of so many turns one is for those that come last. */
const heavyEvery = 10;
/** Clients that are remembered; beyond, the one unheard of for longest is forgotten. */
const remembered = 10_000;

interface Account {
  /** Milliseconds of use as of `at`. */
  used: number;
  at: number;
}

interface Waiter {
  run(): void;
}
/** What waits of each client, the oldest first. A map keeps the order: its first client is next. */
type Line = Map<string, Set<Waiter>>;

const machine: TurnSource = {
  now: () => performance.now(),
  nextTurn: (run) => setImmediate(run),
};

/**
 * Turns of the event loop, shared out by client: those that have used little of it lately come
 * first, and among equals each client in its turn, with its oldest request.
 */
export function openTurns({ now, nextTurn }: TurnSource = machine): Turns {
  const accounts = new LRUCache<string, Account>({ max: remembered });
  const light: Line = new Map();
  const others: Line = new Map();
  let waiting = 0;
  /** Of this turn: milliseconds used, requests begun, and how many may be. */
  let spent = 0;
  let begun = 0;
  let allowed = mostBegun;
  /** When the next turn was asked for; null: nobody needs one. */
  let scheduledAt: number | null = null;
  let sinceHeavy = 0;

  const used = ({ used, at }: Account) => Math.max(0, used - (now() - at) * forgiven);

  function accountOf(client: string): Account {
    const known = accounts.get(client);
    if (known !== undefined) return known;
    const account = { used: 0, at: now() };
    accounts.set(client, account);
    return account;
  }

  function begin(client: string, run: () => void): void {
    const account = accountOf(client);
    const from = now();
    run();
    const cost = Math.max(least, now() - from);
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
    return spent < slice && begun < allowed;
  }

  function turn(): void {
    const isLate = scheduledAt !== null && now() - scheduledAt > longest;
    allowed = isLate
      ? Math.max(fewestBegun, Math.floor(allowed / 2))
      : Math.min(mostBegun, allowed + 1);
    scheduledAt = null;
    spent = 0;
    begun = 0;
    while (waiting > 0 && hasTime()) beginNext(choose());
    if (waiting > 0) schedule();
  }

  function choose(): Line {
    const isHeavyNext = light.size === 0 || (others.size > 0 && sinceHeavy >= heavyEvery - 1);
    sinceHeavy = isHeavyNext ? 0 : sinceHeavy + 1;
    return isHeavyNext ? others : light;
  }

  function beginNext(line: Line): void {
    const [first] = line;
    if (first === undefined) return;
    const [client, turns] = first;
    const [next] = turns;
    line.delete(client);
    // Behind all others of its kind.
    line.set(client, turns);
    if (next === undefined) return;
    leave(line, client, next);
    begin(client, next.run);
  }

  function leave(line: Line, client: string, waiter: Waiter): void {
    const turns = line.get(client);
    if (turns?.delete(waiter) !== true) return;
    waiting -= 1;
    if (turns.size === 0) line.delete(client);
  }

  return {
    waiting: () => waiting,
    enter(client, run) {
      if (waiting === 0 && hasTime()) {
        begin(client, run);
        return () => {};
      }
      const line = used(accountOf(client)) < heavy ? light : others;
      const turns = line.get(client) ?? new Set();
      const waiter = { run };
      line.set(client, turns.add(waiter));
      waiting += 1;
      schedule();
      return () => leave(line, client, waiter);
    },
  };
}
