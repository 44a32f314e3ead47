import { createServer, type ServerResponse } from 'node:http';
import { json, text } from 'node:stream/consumers';
import * as v from 'valibot';

const lookupSchema = v.object({ idToken: v.string() });

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
  let held: (() => void)[] | null = null;

  const reply = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const fail = (response: ServerResponse, message: string) =>
    reply(response, 400, { error: { code: 400, message } });

  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '', 'http://localhost').pathname.split(/[:/]/).at(-1) ?? '';
    heard.push(name);
    const answers = held;
    if (answers) await new Promise<void>((resolve) => answers.push(resolve));
    if (refusal) return fail(response, refusal);
    switch (name) {
      case 'signUp': {
        await text(request);
        count += 1;
        const idToken = tokenOf(`user-${count}`);
        users.set(idToken, `user-${count}`);
        return reply(response, 200, {
          localId: `user-${count}`,
          idToken,
          refreshToken: `refresh-${count}`,
          expiresIn: '3600',
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

function tokenOf(id: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1_000);
  return `${part({ alg: 'none' })}.${part({ sub: id, iat: now, exp: now + 3_600 })}.`;
}
