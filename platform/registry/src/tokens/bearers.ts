import type { Actor } from '../contract/tokens.ts';

/** Knows whom secrets stand for that are no tokens. */
export interface Bearers {
  /** Null: it is none of these, or not any more. */
  authenticate(secret: string): Promise<Actor | null>;
  /** Whether it is one of these, by memory alone; it says nothing of whether it is good. */
  knows(secret: string): boolean;
  /** When one of these ended by itself (ISO 8601), by memory alone; null: it has not, or is not known. */
  endedAt(secret: string): string | null;
  /** The actor of an id (`Actor.tokenId`), for the console's sessions, which know only that. */
  actorOf?(id: string): Promise<Actor | null>;
  /** Signs the actor of this id out of the console. */
  signedOut?(id: string): Promise<void>;
}
