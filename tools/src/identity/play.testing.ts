import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  deleteUser,
  initializeAuth,
  inMemoryPersistence,
  signInAnonymously,
  updateCurrentUser,
} from 'firebase/auth';
import { decodeJwt } from 'jose';
import * as v from 'valibot';

/** What an identity provider was asked and said; ids, times and tokens go by other names each time, and have one here. */
interface Heard {
  call: string;
  status: number;
  said: unknown;
}

/**
 * Signs somebody in with the provider's own SDK, renews, looks up and deletes the account, while other pages
 * still know it. Then it asks what no page asks.
 *
 * @param provider where the provider or its stand-in answers
 * @returns what the SDK told, and all that it heard
 */
export async function playSignIn(provider: string) {
  const heard: Heard[] = [];
  const between = await recorder(provider, heard);
  const apps: FirebaseApp[] = [];
  const openPage = () => {
    const app = initializeApp({ apiKey: 'demo-key', projectId: 'demo-tallystick' }, randomUUID());
    apps.push(app);
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, between.url, { disableWarnings: true });
    return auth;
  };
  const [page, second, third] = [openPage(), openPage(), openPage()];
  const { user } = await signInAnonymously(page);
  for (const other of [second, third]) await updateCurrentUser(other, user);
  const { signInProvider, expirationTime, issuedAtTime } = await user.getIdTokenResult(true);
  await user.reload();
  const told = {
    isAnonymous: user.isAnonymous,
    signInProvider,
    lastsSeconds: (Date.parse(expirationTime) - Date.parse(issuedAtTime)) / 1_000,
    names: [user.displayName, user.email, user.phoneNumber, user.photoURL],
  };
  await deleteUser(user);
  const refused = [
    await codeOf(second.currentUser?.reload()),
    await codeOf(third.currentUser?.getIdToken(true)),
  ];
  const signedOut = [page, second, third].map(({ currentUser }) => currentUser === null);
  await askedBadly(between.url);
  await Promise.all(apps.map(deleteApp));
  await between.close();
  return { told, refused, signedOut, heard };
}

async function codeOf(asked: Promise<unknown> | undefined): Promise<unknown> {
  return await asked?.then(
    () => 'none',
    (error: unknown) => v.parse(v.object({ code: v.string() }), error).code,
  );
}

/** Asks with what a page would send whose stored user is damaged. */
async function askedBadly(url: string): Promise<void> {
  const post = (path: string, body: string | URLSearchParams) =>
    fetch(`${url}${path}?key=demo-key`, {
      method: 'POST',
      body,
      ...(typeof body === 'string' && { headers: { 'content-type': 'application/json' } }),
    });
  const toolkit = '/identitytoolkit.googleapis.com/v1/accounts:';
  for (const call of ['lookup', 'delete']) {
    for (const body of ['{}', '{"idToken":"no token"}']) await post(`${toolkit}${call}`, body);
  }
  for (const words of [{}, { refresh_token: 'no token' }]) {
    const body = new URLSearchParams({ grant_type: 'refresh_token', ...words });
    await post('/securetoken.googleapis.com/v1/token', body);
  }
}

/** Passes calls on to `target`, and notes them. */
async function recorder(target: string, heard: Heard[]) {
  const ids: string[] = [];
  const server = createServer(async (request, response) => {
    const { url = '', method = '', headers } = request;
    const answer = await fetch(`${target}${url}`, {
      method,
      body: await text(request),
      headers: { 'content-type': headers['content-type'] ?? '' },
    });
    const body = await answer.text();
    const call = new URL(url, target).pathname;
    heard.push({ call, status: answer.status, said: plain(JSON.parse(body), ids) });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = v.parse(v.object({ port: v.number() }), server.address());
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

const times = ['iat', 'exp', 'auth_time', 'createdAt', 'lastLoginAt', 'lastRefreshAt'];

/** What was said, with the claims of ID tokens in their place, and one word for what differs each time. */
function plain(said: unknown, ids: string[], name = ''): unknown {
  if (times.includes(name)) return 'time';
  if (/^refresh_?token$/i.test(name)) return 'token';
  if (Array.isArray(said)) return said.map((one) => plain(one, ids));
  if (typeof said === 'object' && said !== null) {
    return Object.fromEntries(
      Object.entries(said).map(([key, one]) => [key, plain(one, ids, key)]),
    );
  }
  if (typeof said !== 'string') return said;
  if (name === 'localId') ids.push(said);
  if (/^ey[\w-]+\.[\w-]+\.$/.test(said)) return plain(decodeJwt(said), ids);
  return ids.includes(said) ? 'id' : said;
}
