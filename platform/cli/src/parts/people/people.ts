import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@tallystick/registry/contract/routes';
import type { DeviceAnswer } from '@tallystick/registry/parts/people/contract/people';
import { peopleRoutes } from '@tallystick/registry/parts/people/contract/routes';
import { keepSession, readSession } from '../../admin/session-file.ts';
import type { Given, Verb } from '../../command/verb.ts';
import { fail, type Outcome, orFail } from '../../outcome.ts';
import { describeScope } from '../../verbs/tokens.ts';

/** Seconds by which one waits longer where the provider asks for it (RFC 8628, 3.5). */
const slower = 5;

export const signIn: Verb = {
  name: 'sign-in',
  summary: 'sign in as yourself, in a browser',
  about: `Shows an address and a code: open it on any device, and confirm the code. What you do is then done
by your name. The sign-in is kept in your own folder (tallystick/sessions.json in the folder of your settings),
readable for you alone. RELEASE_TOKEN, where it is set, is used in its place.`,
  examples: [['sign-in', 'where the registry has an identity provider']],
  run: runSignIn,
};

export const signOut: Verb = {
  name: 'sign-out',
  summary: 'end your sign-in',
  about: 'Ends it at the registry, and takes it out of your folder.',
  examples: [['sign-out', '']],
  run: runSignOut,
};

async function runSignIn({ client, io, words }: Given): Promise<Outcome> {
  if (words.length > 0) fail('usage', 'sign-in takes no words.');
  const begun = orFail(await client.call(peopleRoutes.beginDevice, {}));
  io.note(`Open ${begun.urlWithCode ?? begun.url}`);
  io.note(`and confirm the code ${begun.userCode}. It is good for ${minutesOf(begun.expiresIn)}.`);
  const { secret, session } = await confirmed({ client, io }, begun);
  const kept = client.url !== null && (await keepSession(io.variables, client.url, secret));
  if (!kept) fail('invalid', 'There is no folder for your sign-in.', 'Set HOME to yours.');
  const text = `${io.paint('good', 'Signed in')} as ${session.name}, ${describeScope(session.scope)}.`;
  return { json: session, text };
}

const minutesOf = (seconds: number) => `${Math.floor(seconds / 60)} minutes`;

type Confirmed = Extract<DeviceAnswer, { state: 'signed-in' }>;

/** Asks at the pace that the provider wants until somebody has confirmed the code. */
async function confirmed(
  { client, io }: Pick<Given, 'client' | 'io'>,
  begun: { handle: string; interval: number; expiresIn: number },
): Promise<Confirmed> {
  const end = io.now() + begun.expiresIn * 1_000;
  for (let { interval } = begun; io.now() < end; ) {
    await wait(interval * 1_000);
    const { handle } = begun;
    const answer = orFail(await client.call(peopleRoutes.askDevice, { body: { handle } }));
    if (answer.state === 'signed-in') return answer;
    if (answer.slower) interval += slower;
  }
  return fail('unauthorized', 'Nobody has confirmed the code in time.', 'Try again: sign-in.');
}

async function runSignOut({ client, io, words }: Given): Promise<Outcome> {
  if (words.length > 0) fail('usage', 'sign-out takes no words.');
  const { url } = client;
  if (url === null || readSession(io.variables, url) === undefined) {
    return { json: { signedOut: false }, text: 'Nobody is signed in here.' };
  }
  const actor = await client.call(routes.whoami, {});
  if (actor.ok && actor.value.person !== undefined) {
    orFail(await client.call(peopleRoutes.endSession, { params: { id: actor.value.tokenId } }));
  } else if (!actor.ok && actor.code !== 'unauthorized') {
    // It would go on at the registry, and nobody could end it from here any more.
    orFail(actor);
  }
  await keepSession(io.variables, url, null);
  return { json: { signedOut: true }, text: 'You are signed out.' };
}
