import { request } from 'node:http';

/** One thing that a visitor asked for. */
export interface Asked {
  what: string;
  /** Milliseconds since the process began, when it was asked for. */
  at: number;
  /** Milliseconds until the answer was whole; null: none, or another status than 200. */
  took: number | null;
  /** What came in its place: another status, or why none; absent: it was answered. */
  instead?: string;
}

/** What a visitor asks for, by a name of its own. */
export interface Question {
  what: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  body?: string;
}

/** Milliseconds after which a visitor has gone elsewhere. */
const patience = 20_000;

/**
 * Somebody who asks each question so often a second, whether or not the last one is answered, from
 * 127.0.0.1 and over a new connection each time, as people do who come.
 */
export function startVisitor(questions: readonly Question[], perSecond: number) {
  const asked: Asked[] = [];
  const underWay = new Set<Promise<void>>();
  const timer = setInterval(() => {
    for (const question of questions) {
      const asking = ask(question).then((found) => void asked.push(found));
      underWay.add(asking);
      void asking.then(() => underWay.delete(asking));
    }
  }, 1_000 / perSecond);
  return {
    /** Stops asking; answers what came of it all, once it has. */
    async end(): Promise<readonly Asked[]> {
      clearInterval(timer);
      await Promise.all(underWay);
      return asked;
    },
  };
}

function ask({ what, url, headers, body }: Question): Promise<Asked> {
  const at = performance.now();
  return new Promise((resolve) => {
    const settle = (instead?: string) =>
      resolve(
        instead === undefined
          ? { what, at, took: performance.now() - at }
          : { what, at, took: null, instead },
      );
    const asking = request(
      url,
      {
        agent: false,
        localAddress: '127.0.0.1',
        family: 4,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body !== undefined && { 'content-length': body.length }) },
        signal: AbortSignal.timeout(patience),
      },
      (answer) => {
        answer.resume();
        const { statusCode } = answer;
        answer.on('end', () => settle(statusCode === 200 ? undefined : String(statusCode)));
        answer.on('error', () => settle('cut'));
        answer.on('close', () => settle('cut'));
      },
    );
    asking.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.name));
    asking.end(body);
  });
}

/** The time within which 99 of 100 were answered, in milliseconds; infinite: so many were not. */
export function p99(asked: readonly Asked[]): number {
  const times = asked.map(({ took }) => took ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}
