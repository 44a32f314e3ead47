import type { Answer } from '../api/answer.ts';
import type { Provider } from './provider.ts';
import type { Session, SessionUser } from './session-state.ts';
import { forgetEmail, forgetUser, keepsUser, storedEmail, storeEmail, userKey } from './stored.ts';

export interface KeeperParts {
  /** Names the stored user. */
  readonly apiKey: string;
  /** Loads the provider's SDK; rejects if it cannot be loaded. */
  readonly load: () => Promise<Provider>;
  readonly get: () => Session;
  readonly set: (session: Session) => void;
}

/** Keeps the session: from stored user and provider to the state that pages read. */
export interface Keeper {
  readonly start: () => Promise<void>;
  readonly signIn: (email: string) => Promise<Answer<SessionUser>>;
  readonly signOut: () => Promise<void>;
}

/** Milliseconds until a page goes on as a visitor's, while the provider is still asked. */
const patience = 4_000;
const firstRetry = 5_000;
const longestRetry = 60_000;

export function createKeeper({ apiKey, load, get, set }: KeeperParts): Keeper {
  const { promise: firstState, resolve: onFirstState } = Promise.withResolvers<void>();
  let provider: Promise<Provider> | undefined;
  let trying = false;

  const show = (id: string | null): Session => {
    const session: Session =
      id === null
        ? { status: 'visitor' }
        : { status: 'signed-in', user: { id, email: storedEmail() } };
    set(session);
    onFirstState();
    return session;
  };

  const connect = (): Promise<Provider> => {
    provider ??= load().then(
      (loaded) => {
        loaded.watch(show);
        return loaded;
      },
      (error: unknown) => {
        // Only what succeeded is kept: the next caller tries again.
        provider = undefined;
        throw error;
      },
    );
    return provider;
  };

  const keepTrying = async () => {
    if (trying) return;
    trying = true;
    for (let wait = firstRetry; keepsUser(apiKey); wait = Math.min(2 * wait, longestRetry)) {
      try {
        await connect();
        break;
      } catch {
        await reconnectable(wait);
      }
    }
    trying = false;
  };

  const listenToOtherTabs = () => {
    // Once the SDK is here, it hears of other tabs by itself.
    addEventListener('storage', ({ key }) => {
      if ((key === userKey(apiKey) || key === null) && !provider && keepsUser(apiKey)) keepTrying();
    });
  };

  return {
    start: async () => {
      listenToOtherTabs();
      if (!keepsUser(apiKey)) {
        show(null);
        return;
      }
      keepTrying();
      await Promise.race([firstState, elapsed(patience)]);
      if (get().status === 'loading') set({ status: 'visitor' });
    },
    signIn: async (email) => {
      const before = get();
      if (before.status === 'signed-in' && before.user.email === email) {
        return { ok: true, code: 200, data: before.user };
      }
      const loaded = await connect().catch(() => null);
      if (!loaded) {
        return {
          ok: false,
          code: 0,
          error: 'The sign-in service cannot be loaded. Please try again.',
        };
      }
      // The provider hands out its present anonymous user again, whoever asks.
      await loaded.signOut().catch(() => {});
      storeEmail(email);
      const answer = await loaded.signIn();
      if (!answer.ok) {
        forgetEmail();
        return answer;
      }
      show(answer.data);
      return { ...answer, data: { id: answer.data, email } };
    },
    signOut: async () => {
      forgetEmail();
      try {
        if (provider || keepsUser(apiKey)) await (await connect()).signOut();
      } catch {
        forgetUser(apiKey);
      }
      show(null);
    },
  };
}

function elapsed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function reconnectable(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      removeEventListener('online', done);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
  });
}
