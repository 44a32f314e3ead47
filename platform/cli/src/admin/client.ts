import { answersWithoutTls, type NoAnswer } from '@tallystick/contract/http/ask';
import { readJson } from '@tallystick/contract/http/ask-json';
import { type Answered, askWhole } from '@tallystick/contract/http/ask-whole';
import { isOfThisMachine } from '@tallystick/contract/http/this-machine';
import { defaultChannel } from '@tallystick/contract/release';
import { largestAnswer } from '@tallystick/registry/contract/bounds';
import { wayOutOf } from '@tallystick/registry/contract/cause';
import { type Exchanged, exchangeRoute } from '@tallystick/registry/contract/exchange';
import { readRefusal } from '@tallystick/registry/contract/problem';
import { httpRequest, type RequestOf, type Route } from '@tallystick/registry/contract/route';
import { routes } from '@tallystick/registry/contract/routes';
import * as v from 'valibot';
import { type Failure, failure, type OrFailure } from '../outcome.ts';
import type { Settings } from '../settings.ts';

/** The admin API, asked by one token; calls that are open to everybody need none. */
export interface AdminClient {
  /** Its address; null: the settings do not say it. */
  readonly url: string | null;
  /** Makes a call and reads its answer; a call that may be repeated is, if nothing answers. */
  call<R extends Route>(
    route: R,
    request: RequestOf<R>,
  ): Promise<OrFailure<v.InferOutput<R['answer']>>>;
  /** Changes the ID token of this run for a token of minutes, which later calls use; `app`: for which. */
  exchange(app?: string): Promise<OrFailure<Exchanged>>;
}

/** The server waits long for a file; the others read all that is kept. */
const slow: readonly Route[] = [routes.putFile, routes.verify, routes.gc];
const maxTries = 3;

/** @param read without settings every call fails as they did */
export function openClient(read: OrFailure<Settings>): AdminClient {
  if (!read.ok) return { url: null, call: async () => read, exchange: async () => read };
  const settings = read.value;
  const { url } = settings;
  let exchanged: Promise<OrFailure<Exchanged>> | null = null;

  async function exchangeNow(app: string | undefined): Promise<OrFailure<Exchanged>> {
    if (!('run' in settings)) return noRun;
    const { run } = settings;
    // The audience comes from our own settings. If the server named it, we might get tokens for it that are good
    // elsewhere.
    const idToken = await run.readIdToken(new URL(url).origin);
    if (!idToken.ok) return idToken;
    const body = { idToken: idToken.value, app: app ?? run.app };
    const got = await send(url, exchangeRoute, { body });
    // It is no matter of RELEASE_TOKEN: the line says what is wrong with the ID token.
    return got.ok || got.code !== 'unauthorized' ? got : { ...got, next: got.next ?? '' };
  }
  const exchange = (app?: string) => (exchanged ??= exchangeNow(app));

  async function secret(): Promise<OrFailure<string>> {
    if ('token' in settings) return { ok: true, value: settings.token };
    if ('nobody' in settings) return settings.nobody;
    const got = await exchange();
    return got.ok ? { ok: true, value: got.value.secret } : got;
  }

  return {
    url,
    exchange,
    async call(route, given) {
      if (route.access === 'open') return await send(url, route, given);
      const token = await secret();
      return token.ok ? await send(url, route, given, token.value) : token;
    },
  };
}

const noRun = failure(
  'unauthorized',
  'There is no ID token to exchange.',
  'In GitHub Actions the job needs permissions: id-token: write; elsewhere set RELEASE_ID_TOKEN.',
);

/** Any other call that was done would be refused the second time, or done twice. */
const isRepeatable = (route: Route) => route.method === 'GET' || route === routes.putFile;

/** Makes a call and reads its answer; without a token, one that is open to everybody. */
async function send<R extends Route>(
  url: string,
  route: R,
  given: RequestOf<R>,
  token?: string,
): Promise<OrFailure<v.InferOutput<R['answer']>>> {
  const { path, headers, ...request } = httpRequest(route, given);
  const mayRepeat = isRepeatable(route);
  // Milliseconds. `fetch` waits no longer than the larger.
  const limit = slow.includes(route) ? 300_000 : 60_000;
  for (let attempt = 1; ; attempt += 1) {
    const asked = await askWhole(`${url}${path}`, {
      ...request,
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      // A redirect would send the token to another address.
      redirect: 'manual',
      timeoutMs: limit,
      maxBytes: largestAnswer,
    });
    if (asked.ok) {
      const answer = asked.value;
      return answer.isSuccess
        ? readAnswer(route, answer, url)
        : refusalIn(answer, url, channelIn(given));
    }
    if (asked.code === 'timed-out') return late(url, limit, mayRepeat);
    if (asked.code === 'oversize') return notUnderstood(url, asked.problem);
    if (!mayRepeat || attempt === maxTries) return noAnswer(asked, url, mayRepeat);
  }
}

function readAnswer<R extends Route>(
  { answer: schema, answerType }: R,
  answer: Answered,
  url: string,
): OrFailure<v.InferOutput<R['answer']>> {
  if (answerType === 'application/octet-stream') {
    return { ok: true, value: v.parse(schema, answer.bytes) };
  }
  const read = readJson(answer.text(), schema);
  return read.ok ? read : notUnderstood(url, read.problem);
}

function notUnderstood(url: string, why: string): Failure {
  return failure(
    'unreachable',
    `${url} answers otherwise than this command understands (${why}).`,
    'Is it the admin API, and of the same version?',
  );
}

const otherRegistry = 'Is the registry the same version, with the same parts?';

/** The channel that a request names, for the words of what to do next. */
function channelIn(given: unknown): string {
  return v.parse(namesChannel, given).params.channel;
}

const namesChannel = v.fallback(v.object({ params: v.object({ channel: v.string() }) }), {
  params: { channel: defaultChannel },
});

function refusalIn({ status, text }: Answered, url: string, channel: string): Failure {
  const refusal = readRefusal(status, text());
  if (refusal === null) {
    const problem = `${url} answers with status ${status}, and not as the admin API does.`;
    return failure('unreachable', problem, 'Is RELEASE_URL right?');
  }
  const { code, cause } = refusal;
  return {
    ...refusal,
    ...(code === 'no-call' && { next: otherRegistry }),
    ...(cause && { next: wayOutOf(cause, channel) }),
  };
}

/** A call that took too long is not repeated: a busy server would only have more to do. */
function late(url: string, limit: number, mayRepeat: boolean): Failure {
  const problem = `${url} has not answered within ${limit / 1_000} s`;
  if (!mayRepeat) return perhapsDone(problem);
  return failure('unreachable', `${problem}.`, 'It is busy, or the line slow: try again later.');
}

function perhapsDone(why: string): Failure {
  const problem = `${why}: it may have been done or not.`;
  return failure('unreachable', problem, 'Look at the status before you try again.');
}

function noAnswer({ code, reason, problem }: NoAnswer, url: string, mayRepeat: boolean): Failure {
  if (answersWithoutTls(reason)) {
    return failure('unreachable', `${url} answers, and not by https.`, 'Is it http://?');
  }
  const why = ` (${reason || problem})`;
  // `fetch` itself refuses some ports, without a code.
  if (code === 'unreachable' || (mayRepeat && reason === '')) {
    const ask = isOfThisMachine(url)
      ? 'Does it run (npm start)?'
      : 'Does it run, and does this machine reach it?';
    const next = `${ask} Its address is RELEASE_URL.`;
    return failure('unreachable', `Nothing answers at ${url}${why}.`, next);
  }
  if (!mayRepeat) return perhapsDone(`The answer of ${url} was lost${why}`);
  const brokeOff = `${url} broke off without an answer${why}.`;
  return failure('unreachable', brokeOff, 'Try again in a moment.');
}
