import type { Kind } from './client-queue.ts';
import { openTurnOrder } from './turn-order.ts';
import { machine, openScheduler, type TurnSource } from './turn-scheduler.ts';
import { openUsage, type Standing } from './usage.ts';

/** Milliseconds that a request is charged at least: the time to make its answer is not measured. */
const minCostMs = 0.2;
/** Connections of a heavy client that may wait to be read while it is refused: a browser opens six at once. */
const maxUnread = 8;

/** Decides whose request is begun next when more come than one turn of the event loop can handle. */
export type Turns = ReturnType<typeof openTurns>;

/**
 * Shares out the turns of the event loop by client. Clients that have used little of it lately come first, and of these
 * the known ones. Among equals each client gets its turn.
 *
 * What a connection costs is known only after it was read, and a new client's first one costs a lot. So many new
 * addresses at once wait behind known clients.
 */
export function openTurns(source: TurnSource = machine) {
  const { now } = source;
  const usage = openUsage(now);
  const order = openTurnOrder(now);
  const scheduler = openScheduler(source, turn, () => order.waiting() > 0);

  function begin(standing: Standing, client: string, run: () => void): void {
    const from = now();
    scheduler.schedule();
    run();
    const cost = Math.max(minCostMs, now() - from);
    order.count(standing, cost);
    usage.charge(client, cost);
  }

  function turn(tookMs: number): void {
    order.nextTurn(tookMs);
    for (let next = order.take(); next !== undefined; next = order.take())
      begin(next.standing, next.client, next.run);
    if (order.waiting() === 0) return;
    const from = order.nextAt();
    if (now() < from) scheduler.wakeAt(from);
    else scheduler.schedule();
  }

  return {
    /** Requests that wait. */
    waiting: order.waiting,
    /**
     * Calls `run` at once while there is time left in this turn and nobody else's turn has come; else when
     * it is its turn. Call what it returns when nobody wants it any more.
     */
    enter(client: string, run: () => void, kind: Kind = 'request'): () => void {
      const standing = usage.standingOf(client);
      if (order.ask(standing)) {
        begin(standing, client, run);
        return () => {};
      }
      const waiter = { run };
      const queue = order.waitingOf(standing);
      queue.add(client, kind, waiter);
      scheduler.schedule();
      return () => queue.remove(client, waiter);
    },
    /** Charges a client for a refusal, so that one which asks again at once comes after those that wait. */
    chargeRefusal: usage.chargeRefusal,
    /**
     * Puts a client behind all others for a second after one of its connections was cut. It might open the next at once,
     * and what a connection costs before it is cut is not measured. Closes nothing: many people may share an address.
     */
    chargeCut: usage.chargeCut,
    /**
     * Whether so many connections of a heavy client wait to be read that further ones are to be closed. Only while the
     * client is refused: many people behind one address are heavy, too.
     */
    isCrowded: (client: string): boolean =>
      order.waitingOf('heavy').unread(client) >= maxUnread && usage.isRefused(client),
  };
}
