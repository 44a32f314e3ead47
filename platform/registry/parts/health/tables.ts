import type { JSONColumnType } from 'kysely';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Revision } from '../../src/contract/channel.ts';
import type { Moment } from '../../src/store/schema.ts';

/** The part's tables that typed queries ask. */
export type HealthTables = {
  /** An open tab, as it last spoke of itself. */
  tab: {
    tab: string;
    channel: string;
    sequence: number;
    /** The build of each app whose code runs there; empty when it has gone. */
    running: JSONColumnType<Record<string, string>>;
    gone: boolean;
    seen_at: Moment;
  };
  /** The newest recall of a build in a channel. */
  recall: BuildKey & Pick<Revision, 'channel' | 'revision'> & { at: Moment };
};
