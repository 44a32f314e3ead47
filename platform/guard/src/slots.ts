import { fairShare, mostOf } from './fair-share.ts';
import { sharersOf } from './network.ts';

/** A client that asks for a slot. */
export interface Visitor {
  /** What counts as one client, as `networkOf` says. */
  client: string;
  /** The verified name of a browser that was here before; absent: it is a newcomer. */
  known?: string | undefined;
}

export interface SlotLimits {
  inAll: number;
  /** The most slots of one client, whoever is behind its address. */
  perClient: number;
  /** The most slots of newcomers. The rest is reserved for browsers that were here before. */
  newcomers: number;
}

/** Slots under one known name; further ones count as a newcomer's, since a name can be shared. */
const maxPerName = 4;
/** Slots that newcomers of one client have for sure. */
const surePerClient = 4;

/**
 * At most so many slots, and two thirds of a server's connections: the rest is for requests. One client
 * gets an eighth, newcomers half.
 */
export function usualSlots(max: number, connections: number): SlotLimits {
  const inAll = Math.min(max, Math.floor((connections * 2) / 3));
  return { inAll, perClient: Math.ceil(inAll / 8), newcomers: Math.ceil(inAll / 2) };
}

export type Slots = ReturnType<typeof openSlots>;

/** Slots for long-lived answers, such as event streams. A slot is never taken away. */
export function openSlots({ inAll, perClient, newcomers }: SlotLimits) {
  /** Slots taken by each client, and by the larger networks that it is in. */
  const clients = openCounts();
  const names = openCounts();
  /** Slots taken by newcomers, counted by the same networks. */
  const unknown = openCounts();
  let taken = 0;
  let newly = 0;

  /** The name under which it would count; null: as a newcomer. */
  const nameOf = ({ known }: Visitor) =>
    known !== undefined && names.of(known) < maxPerName ? known : null;

  function hasRoom(visitor: Visitor): boolean {
    if (taken >= inAll) return false;
    const isNew = nameOf(visitor) === null;
    const left = newcomers - newly;
    if (isNew && left <= 0) return false;
    return sharersOf(visitor.client).every(({ network, shares }) => {
      if (clients.of(network) >= mostOf(perClient, shares, inAll)) return false;
      return !isNew || unknown.of(network) < fairShare(surePerClient * shares, left);
    });
  }

  return {
    /** How many are taken. */
    size: () => taken,
    /** Whether there is one for this visitor now. */
    hasRoom,
    /** Takes a slot; null: there is none for this visitor. Call the returned function to release it. */
    acquire(visitor: Visitor): (() => void) | null {
      if (!hasRoom(visitor)) return null;
      const networks = sharersOf(visitor.client);
      const name = nameOf(visitor);
      count(1);
      let inside = true;
      return () => {
        if (inside) count(-1);
        inside = false;
      };

      function count(change: 1 | -1): void {
        for (const { network } of networks) {
          clients.add(network, change);
          if (name === null) unknown.add(network, change);
        }
        if (name !== null) names.add(name, change);
        taken += change;
        if (name === null) newly += change;
      }
    },
  };
}

/** How many there are of each key, and in all. */
export function openCounts() {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  let sum = 0;
  return {
    of,
    sum: () => sum,
    add(key: string, change: number) {
      sum += change;
      const count = of(key) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
