import type { Was } from '@tallystick/shared/contracts/live';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { DataVariable, TransferRow } from '@tallystick/shared/contracts/transfer';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { StoredTransfer } from '../ledger/transfer-row.ts';

/** The checksum of a row, see `ledger/checksum.ts`. Only what records rows writes it, in SQL. */
type Checksum = ColumnType<Uint8Array, never, never>;

/** A party under one of its kinds. */
export interface PartyTable {
  kind: PartyKind;
  id: string;
  name: string;
  checksum: Checksum;
  /** Numbers parties in the order in which they were recorded, with gaps. */
  number: Generated<number>;
  /** The checksum of the party whose words are in `party_word`. */
  worded: Checksum;
  /**
   * Transfers after this position (`ledger/refresh-search.ts`) still have the search text with the
   * party's earlier name; null: none has.
   */
  stale_after: Generated<string | null>;
}

/** One transfer. */
export interface TransferTable extends Omit<StoredTransfer, 'vars'> {
  vars: JSONColumnType<DataVariable[]>;
  /** Folded words that a search looks through; see `ledger/search.ts`. */
  search: string;
  checksum: Checksum;
}

/** What an event says of its transfer: how it is and, if it moved between lists or in them, from where. */
export type EventDocument = TransferRow & { was?: Was | undefined };

/** What happened to transfers, numbered in the order of commit. */
export interface EventTable {
  id: GeneratedAlways<number>;
  operation: 'insert' | 'update';
  item: string;
  at: Generated<Date>;
  doc: ColumnType<EventDocument, string, never>;
}

/** The newest code of an address. Times in milliseconds since 1970. */
export interface CodeTable {
  /** Keyed hash of the address. */
  address: Uint8Array;
  /** Id of the request that the code answers. */
  trxn: string;
  /** Keyed hash of address, trxn and code. */
  hash: Uint8Array;
  /** When it was asked for. */
  sent_at: number;
  tries: Generated<number>;
  used: Generated<boolean>;
  /** How many codes in a row the address has not used, this one included. */
  unused: Generated<number>;
  /** Address and code, sealed, until the mail is sent. */
  mail: Uint8Array | null;
  /** When it is to be sent, at the earliest. */
  mail_at: Generated<number>;
  mail_attempts: Generated<number>;
}

/** A mail with a sign-in code that was to be sent. */
export interface MailTable {
  id: GeneratedAlways<number>;
  /** Milliseconds since 1970. */
  at: number;
  /** Keyed hash of the network that asked for it. */
  network: Uint8Array;
}

/** When a client made a call, within the time that its limit looks back. */
export interface VisitTable {
  /** Keyed hash of the client's network address. */
  peer: Uint8Array;
  call: string;
  /** Milliseconds since 1970. */
  times: ColumnType<never, never, never>;
  newest: number;
}

/** Somebody who is signed in, by a token of the identity provider that a page reported. */
export interface SignedInTable {
  /** Keyed hash of the cookie's value. */
  cookie: Uint8Array;
  /** Keyed hash of the provider's id. */
  person: Uint8Array;
  /** Milliseconds since 1970. */
  until: number;
}

/** A session of the live feed that was logged out, as long as its generation counts. */
export interface RevokedSessionTable {
  id: string;
  generation: number;
}

/**
 * The tables that Kysely's builder reads and writes. Others are used in SQL alone: `party_word`
 * (`ledger/party-words.ts`), `segment` (`ledger/segments.ts`), `feed_generation`
 * (`live/sessions.ts`) and `tally`. A row of `tally` says how many transfers of a form and status a
 * scope (`ledger/scope.ts`) has on one day, UTC, in days since 1970.
 */
export interface Database {
  party: PartyTable;
  transfer: TransferTable;
  event: EventTable;
  code: CodeTable;
  revoked_session: RevokedSessionTable;
  mail: MailTable;
  visit: VisitTable;
  signed_in: SignedInTable;
}
