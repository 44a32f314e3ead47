import type { Target, TargetNeeds } from './target/target.ts';

/** What a hostile client, or somebody on the machine, got. */
export interface AttackResult {
  /** Whether it got nothing that it must not have. What it cost others is judged beside it. */
  blocked: boolean;
  /** In words for people. */
  summary: string;
}

/** Something that somebody does to the servers who means them harm, for real. */
export interface Attack extends TargetNeeds {
  /** Begins with `attack-`. */
  name: string;
  /** In words for people. */
  what: string;
  /** Seconds for which it lasts at least; absent: as many as all others. */
  seconds?: number;
  attack(target: Target): Promise<AttackResult>;
}
