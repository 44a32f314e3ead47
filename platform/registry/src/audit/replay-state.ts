import type * as v from 'valibot';
import type { AppPast } from '../channel/stack.ts';
import type { AppSettings } from '../contract/app-settings.ts';
import { type ChangeKind, changeKinds, type Revision } from '../contract/channel.ts';
import type { Condemned } from '../contract/condemned.ts';
import type { AppLock } from '../contract/history.ts';
import type { Grant, publishSchema } from './details.ts';

/** A build by the log. */
export type PublishedBuild = Omit<v.InferOutput<typeof publishSchema>, 'app' | 'build'> & {
  /** SHA-256 of its attestation, in hexadecimal digits; null: it is older than the log. */
  attestation: string | null;
  /** The number of the entry that published it. */
  entry: number;
};

/** A token by the log: its grant, the number of that entry, and when it was revoked (ISO). */
export interface Granted {
  grant: Grant;
  sequence: number;
  revokedAt: string | null;
}

/** A channel by the log. */
export interface ChannelPast {
  newest: Revision;
  /** The digest of each revision's body, by its number. */
  digests: Map<number, string>;
  apps: Map<string, AppPast>;
  /** `app@build` of every build that was ever live and was not deleted since. */
  live: Set<string>;
  /** The builds that are condemned. */
  condemned: readonly Condemned[];
}

/** What the registry must have by the entries that were followed. */
export interface ReplayState {
  /** Published builds, by `app@build`. */
  builds: Map<string, PublishedBuild>;
  /** Tokens that were granted, by id. */
  tokens: Map<string, Granted>;
  /** Locks that hold now, by `channel/app`. */
  locks: Map<string, AppLock>;
  /** What managers have set, by app. */
  settings: Map<string, AppSettings>;
  /** The past of each channel, by its name. */
  channels: Map<string, ChannelPast>;
  /** The number of revisions of all channels, by the kind of change that made them. */
  changes: Map<ChangeKind, number>;
}

/** The state before the first entry. */
export function newState(): ReplayState {
  return {
    builds: new Map(),
    tokens: new Map(),
    locks: new Map(),
    settings: new Map(),
    channels: new Map(),
    changes: new Map(changeKinds.map((kind) => [kind, 0])),
  };
}
