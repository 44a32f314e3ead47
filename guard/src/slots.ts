/** Who wants a slot. */
export interface Visitor {
  /** What counts as one client, such as `networkOf` says. */
  client: string;
  /** The name by which it is known that it was here before, which nobody can make up; absent: it is new. */
  known?: string | undefined;
}

export interface SlotLimits {
  inAll: number;
  /** Of one client, whoever is behind its address. */
  perClient: number;
  /** Of those that are not known. The rest is kept for those that were here before and come again. */
  newcomers: number;
}

/** Slots for what stays, such as streams of events. Nobody is sent away to make room. */
export interface Slots {
  /** Takes a slot; null: there is none for this visitor. Call what it returns when it goes. */
  acquire(visitor: Visitor): (() => void) | null;
  /** Whether there is one for this visitor now. */
  hasRoom(visitor: Visitor): boolean;
  /** How many are taken. */
  size(): number;
}

/** Slots under one known name; more are a newcomer's: a name can be passed on. */
const perName = 4;

/**
 * At most so many slots, and two thirds of a server's connections: the rest is for requests. One client
 * gets an eighth, newcomers half.
 */
export function usualSlots(most: number, connections: number): SlotLimits {
  const inAll = Math.min(most, Math.floor((connections * 2) / 3));
  return { inAll, perClient: Math.ceil(inAll / 8), newcomers: Math.ceil(inAll / 2) };
}

export function openSlots({ inAll, perClient, newcomers }: SlotLimits): Slots {
  const clients = openCounts();
  const names = openCounts();
  let all = 0;
  let unknown = 0;

  /** The name under which it would count; null: as a newcomer. */
  const nameOf = ({ known }: Visitor) =>
    known !== undefined && names.of(known) < perName ? known : null;

  function hasRoom(visitor: Visitor): boolean {
    if (all >= inAll || clients.of(visitor.client) >= perClient) return false;
    return unknown < newcomers || nameOf(visitor) !== null;
  }

  return {
    size: () => all,
    hasRoom,
    acquire(visitor) {
      if (!hasRoom(visitor)) return null;
      const { client } = visitor;
      const name = nameOf(visitor);
      count(1);
      let inside = true;
      return () => {
        if (inside) count(-1);
        inside = false;
      };

      function count(change: 1 | -1): void {
        all += change;
        clients.add(client, change);
        if (name === null) unknown += change;
        else names.add(name, change);
      }
    },
  };
}

function openCounts() {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    of,
    add(key: string, change: number) {
      const count = of(key) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
