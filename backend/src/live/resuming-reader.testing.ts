import { setTimeout as wait } from 'node:timers/promises';
import { type Listening, listenNow, logIn } from './live.testing.ts';

/** A reader of the live feed that resumes where it was, and everything that it was ever told. */
export interface ResumingReader {
  /** As `<number> <operation> <item> <status>`, over all connections. */
  told: readonly string[];
  /** Connects, again or for the first time. */
  connect(): Promise<void>;
  /** Resolves when the stream has ended, however. */
  cut(): Promise<void>;
}

/** As a client does whom a busy service sends away. */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 20; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
      await wait(500);
    }
  }
}

/** A reader by an unchanged realm-web; `url` is the service's. */
export function createResumingReader(url: string): ResumingReader {
  const told: string[] = [];
  let position: string | undefined;
  let listening: Listening | undefined;
  /** What the current connection has told, after what earlier ones told. */
  const take = () => {
    for (const line of listening?.events.splice(0) ?? []) {
      told.push(line);
      position = line.split(' ')[0];
    }
  };
  return {
    get told() {
      take();
      return told;
    },
    async connect() {
      take();
      const filter = position === undefined ? {} : { _since: position };
      const next = await patiently(async () => {
        const client = await logIn({ url, appId: 'ledger-local' }, 'live-local');
        return listenNow(client, { filter });
      });
      position ??= next.position;
      listening = next;
    },
    async cut() {
      await listening?.ended;
      take();
    },
  };
}
