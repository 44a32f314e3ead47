import type { Attack } from './attack.ts';
import { bearer, call } from './call.ts';
import type { Target } from './target/target.ts';

const hash = `sha384-${'A'.repeat(64)}`;
/** Milliseconds that a file may take on a busy machine, and a call that reads all that is kept. */
const timeoutMs = 120_000;
const octets = { 'content-type': 'application/octet-stream' };

/** What costs much to read of 10 to 18 MB, as an `artifact.json`. */
const artifacts: readonly (() => string)[] = [
  () => JSON.stringify({ files: record(200_000, hash) }),
  () => JSON.stringify({ files: record(1_000_000, 'x') }),
  () => `${'['.repeat(9_000_000)}${']'.repeat(9_000_000)}`,
  () => JSON.stringify({ declaration: { routes: Array(5_000_000).fill(0) } }),
];

/** A question of 2 MB, as `can-ship` takes one from any token. */
const question = `{"unpublished":[${'0,'.repeat(1_000_000)}0]}`;

function record(size: number, value: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: size }, (_, n) => [`f${n}`, value]));
}

/** Sends requests one after another until the time of the attack is over; how often each status came. */
async function again(
  { seconds }: Target,
  answers: Map<number, number>,
  send: () => Promise<{ status: number }>,
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const { status } = await send().catch(() => ({ status: 0 }));
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
}

function inWords({ seconds }: Target, answers: ReadonlyMap<number, number>): string {
  const counts = [...answers].sort(([one], [other]) => one - other);
  return `${seconds} s, ${counts.map(([status, times]) => `${times} × ${status || 'no answer'}`).join(', ')}`;
}

/** What somebody with a token has the registry read, again and again, beside the pages that it serves. */
export const parsingAttacks: readonly Attack[] = [
  {
    name: 'attack-large-artifacts',
    what: 'A publisher sends files of 10 to 18 MB as artifact.json, and questions of 2 MB, and has them read over and over',
    measured: true,
    async attack(target) {
      const { servers, desk, app } = target;
      const secret = await desk.token({ name: 'ci', scope: { kind: 'publisher', app }, days: 1 });
      const headers = bearer(secret);
      const builds = `${servers.adminUrl}/v1/artifacts/${app}`;
      const answers = new Map<number, number>();
      const publishing = artifacts.map(async (text, n) => {
        const build = `${builds}/9.9.${n}-${'0'.repeat(12)}`;
        const body = Buffer.from(text());
        const put = { method: 'PUT', headers: { ...headers, ...octets }, body, timeoutMs };
        await call(`${build}/files/artifact.json`, put);
        await again(target, answers, () => call(build, { headers, body: {} }));
      });
      const asking = again(target, answers, () => {
        const json = { ...headers, 'content-type': 'application/json' };
        const body = Buffer.from(question);
        return call(`${servers.adminUrl}/v1/channels/production/can-ship`, { headers: json, body });
      });
      await Promise.all([...publishing, asking]);
      return { blocked: true, summary: inWords(target, answers) };
    },
  },
  {
    name: 'attack-verify',
    what: 'Twenty calls of `verify` at a time with a manager’s token, and twenty with a publisher’s, over and over',
    measured: true,
    async attack(target) {
      const { servers, desk, app } = target;
      const answers = new Map<number, number>();
      const scopes = [{ kind: 'manager' }, { kind: 'publisher', app }] as const;
      const secrets = await Promise.all(
        scopes.map((scope) => desk.token({ name: `verify as ${scope.kind}`, scope, days: 1 })),
      );
      const all = secrets.flatMap((secret) =>
        Array.from({ length: 20 }, () =>
          again(target, answers, () =>
            call(`${servers.adminUrl}/v1/verify`, { headers: bearer(secret), timeoutMs }),
          ),
        ),
      );
      await Promise.all(all);
      return { blocked: true, summary: inWords(target, answers) };
    },
  },
];
