import type { Arena, ArenaNeeds } from './arena/arena.ts';

/** What a hostile client, or somebody on the machine, got. */
export interface Gain {
  /** Whether it got nothing that it must not have. What it cost others is judged beside it. */
  held: boolean;
  /** In words for people. */
  said: string;
}

/** Something that somebody does to the servers who means them harm, for real. */
export interface Attack extends ArenaNeeds {
  /** Begins with `attack-`. */
  name: string;
  /** In words for people. */
  what: string;
  /** Seconds for which it lasts at least; absent: as many as all others. */
  seconds?: number;
  attack(arena: Arena): Promise<Gain>;
}
