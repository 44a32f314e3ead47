import { Agent, type IncomingMessage, request } from 'node:http';
import fc from 'fast-check';
import { type HostileBody, hostileBody } from './hostile-body.testing.ts';
import { hostileText, planted } from './hostile-text.testing.ts';
import type { Route } from './routes.testing.ts';
import { allowedBy } from './schema-value.testing.ts';

export interface AttackOptions {
  /** Origin of the server, on this machine. */
  url: string;
  routes: readonly Route[];
  /** Names that its bodies and queries have, and values that its addresses have. */
  words: readonly string[];
  /** A body that is right, by the path of its route; else any of them is taken. */
  examples: Readonly<Record<string, unknown>>;
  /** What lets a caller in: each request has one of these headers. */
  callers: readonly Readonly<Record<string, string>>[];
  /** Requests for each route. */
  count: number;
  seed: number;
}

/** A request, and what about its answer must not be. */
export interface Finding {
  route: string;
  problem: string;
  sent: string;
}

export interface Attack {
  findings: readonly Finding[];
  /** How often each route answered with each status: an attack that is let in nowhere shows nothing. */
  answers: Readonly<Record<string, Readonly<Record<number, number>>>>;
}

interface Verdict {
  /** 0: the server closed without an answer. */
  status: number;
  problem: string | null;
}

interface Shot {
  /** What stands for the first, second … part of its address that is any text. */
  parts: readonly string[];
  query: readonly (readonly [string, string])[];
  header: string;
  caller: Readonly<Record<string, string>>;
  body: HostileBody;
}

const atOnce = 12;
/** Milliseconds after which an answer that has not begun counts as none: far beyond what is slow. */
const timeoutMs = 30_000;
/** A 503 that is meant: told to be busy. So is that of `/ready`, whose store may be slow. */
const busy = /\bToo (?:much|many)\b/;
/** Bytes of an answer that are looked at. */
const looked = 65_536;

/**
 * Sends each route of a server `count` requests. Most are such as no honest client sends; some are
 * right by what the route says that it takes. Answers what is wrong: an answer of 500 or more that
 * is not meant, or none at all. It is wrong, too, if one tells of the server's inside, or has what
 * was sent in HTML as it was sent.
 */
export async function attack(options: AttackOptions): Promise<Attack> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const findings: Finding[] = [];
  const answers: Record<string, Record<number, number>> = {};
  try {
    for (const [place, route] of options.routes.entries()) {
      const waiting = fc.sample(shotOf(options, route), {
        numRuns: options.count,
        seed: options.seed + place,
      });
      const workers = Array.from({ length: atOnce }, async () => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          const { status, problem } = await fire(options.url, agent, route, next);
          const counted = answers[nameOf(route)] ?? {};
          answers[nameOf(route)] = { ...counted, [status]: (counted[status] ?? 0) + 1 };
          if (problem !== null) findings.push(describeShot(route, next, problem));
        }
      });
      await Promise.all(workers);
    }
  } finally {
    agent.destroy();
  }
  return { findings, answers };
}

function shotOf(options: AttackOptions, { path, takes }: Route): fc.Arbitrary<Shot> {
  const { words, examples, callers } = options;
  const example = fc.constantFrom(
    ...(path in examples ? [examples[path]] : Object.values(examples)),
  );
  const right =
    takes?.body === undefined ? example : fc.oneof(example, allowedBy(takes.body, words));
  const name = fc.oneof(fc.constantFrom(...words), hostileText);
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: hostileText },
  );
  return fc.record({
    parts: fc.oneof(
      fc.array(part, { minLength: 4, maxLength: 4 }),
      allowedBy(takes?.params ?? { type: 'object' }, words).map((params) =>
        namesIn(path).map((each) => String(Object(params)[each] ?? words[0])),
      ),
    ),
    query: fc.oneof(
      fc.array(fc.tuple(name, hostileText), { maxLength: 4 }),
      allowedBy(takes?.querystring ?? { type: 'object' }, words).map(asQuery),
    ),
    header: hostileText,
    caller: fc.constantFrom(...callers),
    body: hostileBody(words, right),
  });
}

function asQuery(value: unknown): (readonly [string, string])[] {
  return Object.entries(Object(value)).map(([name, each]) => [name, String(each)]);
}

function fire(url: string, agent: Agent, route: Route, shot: Shot): Promise<Verdict> {
  const hasBody = route.method !== 'GET' && route.method !== 'HEAD';
  const { body } = shot;
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const sent = request(
      {
        hostname,
        port,
        // Not as a URL, which would be put in order on the way.
        path: addressOf(route, shot),
        agent,
        method: route.method,
        headers: {
          'x-request-id': headerSafe(shot.header),
          'if-match': headerSafe(shot.header),
          'sec-fetch-site': 'same-origin',
          cookie: `hostile=${headerSafe(shot.header)}`,
          ...(hasBody && { 'content-length': body.bytes.length }),
          ...(hasBody && body.type !== '' && { 'content-type': body.type }),
          ...shot.caller,
        },
      },
      (answer) => {
        void judge(answer, route).then((problem) => {
          clearTimeout(timer);
          resolve({ status: answer.statusCode ?? 0, problem });
        });
      },
    );
    const timer = setTimeout(() => {
      resolve({ status: 0, problem: 'no answer' });
      sent.destroy();
    }, timeoutMs);
    // A server may close on who sends too much, before all of it is sent.
    sent.on('error', () => {
      clearTimeout(timer);
      resolve({ status: 0, problem: null });
    });
    sent.end(hasBody ? body.bytes : undefined);
  });
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** What is wrong with the answer, or null. */
async function judge(answer: IncomingMessage, { path }: Route): Promise<string | null> {
  const status = answer.statusCode ?? 0;
  const type = answer.headers['content-type'] ?? '';
  if (answer.headers['set-cookie']?.some((cookie) => cookie.startsWith('hostile'))) {
    return 'a header of the sender';
  }
  const text = type.includes('event-stream') ? '' : await beginningOf(answer);
  answer.destroy();
  const meant = status === 503 && (path === '/ready' || busy.test(text));
  if (status >= 500 && !meant) return `${status} ${text.slice(0, 300)}`;
  if (/\n\s+at .+:\d+|node_modules|SQLSTATE/.test(text)) return `its inside: ${text.slice(0, 300)}`;
  if (type.includes('html') && text.includes(planted)) return 'what was sent, as HTML';
  return null;
}

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of answer) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= looked) break;
    }
  } catch {
    // Cut off: what came is looked at.
  }
  return Buffer.concat(chunks).toString();
}

/** A part of an address that is any text. */
const variable = /:(\w+)(?:\([^)]*\))?|\*/g;

function namesIn(path: string): string[] {
  return [...path.matchAll(variable)].map(([all, name]) => name ?? all);
}

function addressOf({ path }: Route, { parts, query }: Shot): string {
  let turn = 0;
  const filled = path.replaceAll(variable, () => {
    turn += 1;
    return addressSafe(parts[(turn - 1) % parts.length] ?? '');
  });
  const search = query.map(([name, value]) => `${addressSafe(name)}=${addressSafe(value)}`);
  const address = filled.startsWith('/') ? filled : `/${filled}`;
  return (address + (search.length > 0 ? `?${search.join('&')}` : '')).slice(0, 12_000);
}

/** Escapes what Node sends in no address, and leaves a bare `%` as bare as it is. */
function addressSafe(text: string): string {
  if (/^[\w.%]*%[\w.%]*$/.test(text)) return text;
  return encodeURIComponent(text.toWellFormed());
}

function headerSafe(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?').slice(0, 4_000);
}

function describeShot(route: Route, shot: Shot, problem: string): Finding {
  const { body } = shot;
  return {
    route: nameOf(route),
    problem,
    sent: `${addressOf(route, shot).slice(0, 300)} ${body.type} ${JSON.stringify(
      body.bytes.toString().slice(0, 400),
    )}`,
  };
}
