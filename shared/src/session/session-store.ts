import type { Answer } from '../api/answer.ts';
import type { SiteConfiguration } from '../contracts/site.ts';
import type { Provider } from './firebase-provider.ts';
import { providerConnection } from './provider-connection.ts';
import type { Session, SessionUser } from './session-state.ts';
import { type ShownSession, shownSession } from './shown-session.ts';
import {
  emailKey,
  forgetEmail,
  forgetUser,
  keptUser,
  storeEmail,
  userIn,
  userKey,
} from './stored.ts';
import type { TokenSync } from './token-sync.ts';
import { elapsed } from './waiting.ts';

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
  const shown = shownSession(get, set);
  let signingIn = false;

  const load = async (): Promise<Provider> => {
    const { firebaseProvider } = await import('./firebase-provider.ts');
    const loaded = firebaseProvider(identity);
    loaded.watch((id) => {
      const late = id !== null && shown.hasLeft(id);
      if (late) loaded.signOut().catch(() => {});
      // While signing in, the old user goes and the new one has no e-mail yet.
      if (!signingIn) shown.show(late ? null : id);
      onFirstWord();
    });
    loaded.watchToken((token) => {
      if (token === null || !shown.hasLeft(token.id)) sync?.report(token?.token ?? null);
    });
    return loaded;
  };
  const { connect, connected, keepTrying } = providerConnection(load);
  const isKept = () => keptUser(apiKey) !== null;

  const listenToOtherTabs = () => {
    addEventListener('storage', ({ key, oldValue, newValue }) => {
      const isUser = key === userKey(apiKey);
      if (isUser && newValue === null) shown.leave(userIn(oldValue) ?? shown.present());
      // Once the SDK is here, it hears by itself who signed in.
      if (isUser && newValue !== null && !connected()) keepTrying(isKept);
      if (key === null && !isKept()) shown.leave(shown.present());
      if (key === emailKey && !signingIn) shown.show(shown.present());
    });
  };

  return {
    start: async (): Promise<void> => {
      listenToOtherTabs();
      const kept = keptUser(apiKey);
      if (kept === null) {
        forgetEmail();
        shown.show(null);
        return;
      }
      const failed = new Promise((resolve) => connect().catch(resolve));
      keepTrying(isKept);
      await Promise.race([firstWord, failed, elapsed(timeoutMs)]);
      if (get().status === 'loading') shown.show(kept);
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
        return await replaceUser(loaded, email, shown, apiKey);
      } finally {
        signingIn = false;
      }
    },
    signOut: async (): Promise<void> => {
      const id = shown.present() ?? keptUser(apiKey);
      // At once and without the provider, so that it holds also if the page ends here.
      forgetUser(apiKey);
      forgetEmail();
      shown.leave(id);
      if (id !== null) sync?.report(null);
      const provider = connected();
      const out = provider?.then((loaded) => loaded.signOut()).catch(() => {});
      await Promise.race([out, elapsed(timeoutMs)]);
    },
  };
}

/** Signs the provider's present user out and a new one in, whose e-mail is `email`. */
async function replaceUser(
  provider: Provider,
  email: string,
  shown: ShownSession,
  apiKey: string,
): Promise<Answer<SessionUser>> {
  // The provider hands out its present anonymous user again, whoever asks.
  await provider.signOut().catch(() => {});
  shown.leave(shown.present());
  forgetEmail();
  const answer = await provider.signIn();
  if (!answer.ok) {
    // Another tab may have signed in meanwhile.
    const kept = keptUser(apiKey);
    shown.show(kept !== null && shown.hasLeft(kept) ? null : kept);
    return answer;
  }
  storeEmail(answer.data, email);
  shown.show(answer.data);
  return { ...answer, data: { id: answer.data, email } };
}
