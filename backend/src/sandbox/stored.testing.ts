import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Database } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { OpenTestStore } from '../store/test-stores.testing.ts';
import { type Codes, createCodes } from './codes.ts';
import { createMailQueue, type MailQueue } from './mail-queue.ts';
import { createSeal } from './seal.ts';

/** What the sandbox keeps, in a store of the suite, and the time it goes by. */
export interface Stored {
  readonly db: Kysely<Database>;
  readonly codes: Codes;
  /** The mails of those codes, not yet sent. */
  readonly queue: MailQueue;
  /** Noon of 20 November 2026, and what has passed since. */
  readonly now: () => number;
  /** Lets so many milliseconds pass. */
  readonly pass: (milliseconds: number) => void;
  /** Issues a code and reads it where the mail is taken from. */
  readonly issue: (address?: string) => Promise<{ address: string; trxn: string; code: string }>;
}

const noon = Date.UTC(2026, 10, 20, 12);
export const seal = createSeal(new Uint8Array(32).fill(7));

/** Opens a store for the suite around it; each of its tests finds it without codes and visits, at noon. */
export function openStored(openTestStore: OpenTestStore): Stored {
  let store: Store | undefined;
  let time = noon;
  const now = () => time;
  const db = () => {
    if (!store) throw new Error('the store is opened before the first test');
    return store.db;
  };
  const codes = () => createCodes({ db: db(), key: new Uint8Array(32).fill(9), seal, now });
  const queue = () => createMailQueue({ db: db(), seal, now });
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store?.close());
  beforeEach(async () => {
    await db().deleteFrom('code').execute();
    await db().deleteFrom('visit').execute();
    await db().deleteFrom('mail').execute();
    time = noon;
  });
  return {
    get db() {
      return db();
    },
    get codes() {
      return codes();
    },
    get queue() {
      return queue();
    },
    now,
    pass: (milliseconds) => {
      time += milliseconds;
    },
    issue: async (address = 'ann@example.org') => {
      const issued = await codes().issue(address);
      if (!issued.ok) throw new Error('too soon');
      const mail = (await queue().read(100)).find(({ to }) => to === address);
      return { address, trxn: issued.trxn, code: mail?.code ?? '' };
    },
  };
}
