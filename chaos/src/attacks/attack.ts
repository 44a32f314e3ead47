import type { Arena } from './arena/arena.ts';

/** What a hostile client, or somebody on the machine, got. */
export interface Gain {
  /** Whether it got nothing that it must not have. What it cost others is judged beside it. */
  held: boolean;
  /** In words for people. */
  said: string;
}

/** Something that somebody does to the servers who means them harm, for real. */
export interface Attack {
  /** Begins with `attack-`. */
  name: string;
  /** In words for people. */
  what: string;
  /** Variables of its servers. */
  settings?: Readonly<Record<string, string>>;
  /** Megabytes of the disk that everything is kept on; absent: this machine's. */
  disk?: number;
  /** Files that each server may have open; absent: what this machine lets it have. */
  files?: number;
  /** It stops or damages servers by itself, so that nobody can be measured beside it. */
  alone?: boolean;
  /** Seconds for which it lasts at least; absent: as many as all others. */
  seconds?: number;
  attack(arena: Arena): Promise<Gain>;
}
