import { createServer, type ServerResponse } from 'node:http';
import { json, text } from 'node:stream/consumers';
import * as v from 'valibot';

const lookupSchema = v.object({ idToken: v.string() });
/** Seconds that a token is valid. */
const tokenLife = 3_600;

/**
 * The few calls of the identity toolkit that firebase/auth makes for an anonymous user, on this
 * machine, as the auth emulator answers them.
 */
export async function startIdentityService() {
  /** Users by id token. */
  const users = new Map<string, string>();
  const heard: string[] = [];
  let count = 0;
  let refusal: string | null = null;
  let broken = false;
  let held: (() => void)[] | null = null;

  const newToken = (id: string) => {
    const idToken = tokenOf(id);
    users.set(idToken, id);
    return idToken;
  };
  const reply = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const fail = (response: ServerResponse, message: string) =>
    reply(response, 400, { error: { code: 400, message } });

  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '', 'http://localhost').pathname.split(/[:/]/).at(-1) ?? '';
    heard.push(name);
    const answers = held;
    if (answers) await new Promise<void>((resolve) => answers.push(resolve));
    if (broken) return response.destroy();
    if (refusal) return fail(response, refusal);
    switch (name) {
      case 'signUp': {
        await text(request);
        count += 1;
        const id = `user-${count}`;
        return reply(response, 200, {
          localId: id,
          idToken: newToken(id),
          refreshToken: `refresh-of-${id}`,
          expiresIn: String(tokenLife),
        });
      }
      case 'token': {
        const form = new URLSearchParams(await text(request));
        const refreshToken = form.get('refresh_token') ?? '';
        const id = refreshToken.replace('refresh-of-', '');
        if (![...users.values()].includes(id)) return fail(response, 'USER_NOT_FOUND');
        return reply(response, 200, {
          access_token: newToken(id),
          refresh_token: refreshToken,
          expires_in: String(tokenLife),
          user_id: id,
        });
      }
      case 'lookup': {
        const { idToken } = v.parse(lookupSchema, await json(request));
        const localId = users.get(idToken);
        return localId
          ? reply(response, 200, { users: [{ localId, createdAt: '1', lastLoginAt: '1' }] })
          : fail(response, 'USER_NOT_FOUND');
      }
      default:
        return fail(response, 'NOT_HERE');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = v.parse(v.object({ port: v.number() }), server.address());

  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    forgetUsers: () => users.clear(),
    /** Answers every call with this error until it is null. */
    refuse: (message: string | null) => {
      refusal = message;
    },
    /** Ends every connection without an answer. */
    breakOff: (on: boolean) => {
      broken = on;
    },
    /** Keeps every call waiting until `release`. */
    hold: () => {
      held = [];
    },
    release: () => {
      const answers = held ?? [];
      held = null;
      for (const answer of answers) answer();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

let tokens = 0;
function tokenOf(id: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1_000);
  tokens += 1;
  return `${part({ alg: 'none' })}.${part({ sub: id, jti: tokens, iat: now, exp: now + tokenLife })}.`;
}
