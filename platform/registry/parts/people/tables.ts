import type { ColumnType } from 'kysely';

type Moment = ColumnType<Date, string, string>;

/** The part's table. */
export type PeopleTables = {
  person_session: {
    id: string;
    /** What the session says, encrypted and authenticated. */
    sealed: string;
    /** When it was used last, to the minute. */
    seen_at: Moment;
    ends_at: Moment;
    /** Up to then one server asks the provider anew; null: none does. */
    refreshing_until: ColumnType<Date | null, string | null, string | null>;
  };
};
