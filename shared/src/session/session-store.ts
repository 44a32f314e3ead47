import { backoff, jittered } from '@tallystick/timing/backoff';
import type { Answer } from '../api/answer.ts';
import type { SiteConfiguration } from '../contracts/site.ts';
import type { Provider } from './firebase-provider.ts';
import type { Session, SessionUser } from './session-state.ts';
import {
  emailKey,
  forgetEmail,
  forgetUser,
  keptUser,
  storedEmail,
  storeEmail,
  userIn,
  userKey,
} from './stored.ts';
import type { TokenSync } from './token-sync.ts';
import { elapsed, orOnline } from './waiting.ts';

interface SessionStoreParts {
  readonly identity: SiteConfiguration['identity'];
  /** Tells a server who is signed in; absent: no server wants to know. */
  readonly sync: TokenSync | undefined;
  readonly get: () => Session;
  readonly set: (session: Session) => void;
}

/** Keeps the session: from stored user and provider to the state that pages read. */
export type SessionStore = ReturnType<typeof createSessionStore>;

/** Milliseconds that a page waits for the provider before it goes on without it. */
const timeoutMs = 3_000;

const notLoaded = {
  ok: false,
  code: 0,
  error: 'The sign-in service cannot be loaded. Check your connection and try again.',
} as const;

/** What session.md says, carried out. */
export function createSessionStore({ identity, sync, get, set }: SessionStoreParts) {
  const { apiKey } = identity;
  const { promise: firstWord, resolve: onFirstWord } = Promise.withResolvers<void>();
  /** Ids that signed out. An anonymous id never comes back: whoever still reports one is late. */
  const gone = new Set<string>();
  let provider: Promise<Provider> | undefined;
  let signingIn = false;
  let trying = false;

  const show = (id: string | null) => {
    const before = get();
    if (id === null) {
      if (before.status !== 'visitor') set({ status: 'visitor' });
      return;
    }
    const user = { id, email: storedEmail(id) };
    const known = before.status === 'signed-in' ? before.user : null;
    if (known?.id !== id || known.email !== user.email) set({ status: 'signed-in', user });
  };

  const present = () => {
    const session = get();
    return session.status === 'signed-in' ? session.user.id : null;
  };

  const leave = (id: string | null) => {
    if (id !== null) gone.add(id);
    show(null);
  };

  const connect = (): Promise<Provider> => {
    provider ??= load().catch((error: unknown) => {
      // Only what succeeded is kept: the next caller tries again.
      provider = undefined;
      throw error;
    });
    return provider;
  };

  const load = async (): Promise<Provider> => {
    const { firebaseProvider } = await import('./firebase-provider.ts');
    const loaded = firebaseProvider(identity);
    loaded.watch((id) => {
      const late = id !== null && gone.has(id);
      if (late) loaded.signOut().catch(() => {});
      // While signing in, the old user goes and the new one has no e-mail yet.
      if (!signingIn) show(late ? null : id);
      onFirstWord();
    });
    loaded.watchToken((token) => {
      if (token === null || !gone.has(token.id)) sync?.report(token?.token ?? null);
    });
    return loaded;
  };

  const keepTrying = async () => {
    if (trying) return;
    trying = true;
    let failures = 0;
    while (keptUser(apiKey) !== null && (await connect().catch(() => null)) === null) {
      await orOnline(elapsed(jittered(backoff(failures), Math.random())));
      failures += 1;
    }
    trying = false;
  };

  const listenToOtherTabs = () => {
    addEventListener('storage', ({ key, oldValue, newValue }) => {
      if (key === userKey(apiKey) && newValue === null) leave(userIn(oldValue) ?? present());
      // Once the SDK is here, it hears by itself who signed in.
      if (key === userKey(apiKey) && newValue !== null && !provider) keepTrying();
      if (key === null && keptUser(apiKey) === null) leave(present());
      if (key === emailKey && !signingIn) show(present());
    });
  };

  return {
    start: async (): Promise<void> => {
      listenToOtherTabs();
      const kept = keptUser(apiKey);
      if (kept === null) {
        forgetEmail();
        show(null);
        return;
      }
      const failed = new Promise((resolve) => connect().catch(resolve));
      keepTrying();
      await Promise.race([firstWord, failed, elapsed(timeoutMs)]);
      if (get().status === 'loading') show(kept);
    },
    /** Loads the provider's SDK ahead of a sign-in. */
    prepare: () => {
      connect().catch(() => {});
    },
    signIn: async (email: string): Promise<Answer<SessionUser>> => {
      const before = get();
      if (before.status === 'signed-in' && before.user.email === email) {
        return { ok: true, code: 200, data: before.user };
      }
      const loaded = await connect().catch(() => null);
      if (!loaded) return notLoaded;
      signingIn = true;
      try {
        // The provider hands out its present anonymous user again, whoever asks.
        await loaded.signOut().catch(() => {});
        leave(present());
        forgetEmail();
        const answer = await loaded.signIn();
        if (!answer.ok) {
          // Another tab may have signed in meanwhile.
          const kept = keptUser(apiKey);
          show(kept !== null && gone.has(kept) ? null : kept);
          return answer;
        }
        storeEmail(answer.data, email);
        show(answer.data);
        return { ...answer, data: { id: answer.data, email } };
      } finally {
        signingIn = false;
      }
    },
    signOut: async (): Promise<void> => {
      const id = present() ?? keptUser(apiKey);
      // At once and without the provider, so that it holds also if the page ends here.
      forgetUser(apiKey);
      forgetEmail();
      leave(id);
      if (id !== null) sync?.report(null);
      const out = provider?.then((loaded) => loaded.signOut()).catch(() => {});
      await Promise.race([out, elapsed(timeoutMs)]);
    },
  };
}
