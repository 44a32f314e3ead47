import { randomInt, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { limits } from './limits.ts';

/** A code, how often it was checked, and how often each attempt was told that it passed. */
interface TriedCode {
  user: string;
  trxn: string;
  code: string;
  checks: number;
  passed: Map<string, number>;
}

const createdSchema = v.object({ data: v.object({ trxn: v.string() }) });
const outboxSchema = v.object({
  messages: v.array(v.object({ to: v.string(), subject: v.string() })),
});

/**
 * Clients of the sign-in, each from an address of its own that a trusted proxy tells. They ask for
 * a code and check it by two attempts at once. `origin` is the service's.
 */
export function createCodeClients(origin: string) {
  const tried: TriedCode[] = [];

  async function call(path: string, data: object): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`${origin}/sandbox/${path}`, {
      method: 'POST',
      headers: {
        authorization: 'public-local',
        'content-type': 'application/json',
        'x-forwarded-for': Array.from({ length: 4 }, () => randomInt(1, 255)).join('.'),
      },
      body: JSON.stringify({ data }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  async function newCode(): Promise<TriedCode> {
    const user = `${randomUUID()}@example.org`;
    const { trxn } = v.parse(createdSchema, (await call('code.create', { user })).body).data;
    const outbox = await fetch(`${origin}/sandbox/outbox`);
    const { messages } = v.parse(outboxSchema, await outbox.json());
    const { subject = '' } = messages.find(({ to }) => to === user) ?? {};
    const made = {
      user,
      trxn,
      code: /^\d{6}/.exec(subject)?.[0] ?? '',
      checks: 0,
      passed: new Map(),
    };
    tried.push(made);
    return made;
  }

  /** Resolves with the status; counts what passed. */
  async function check(tried: TriedCode, attempt: string): Promise<number> {
    const { user, trxn, code, passed } = tried;
    let status = 503;
    // A busy service sends clients away, and they try again.
    while (status === 503) {
      tried.checks += 1;
      ({ status } = await call('code.check', { user, trxn, code, attempt }));
    }
    if (status === 200) passed.set(attempt, (passed.get(attempt) ?? 0) + 1);
    return status;
  }

  const attempts = ['first-attempt-0123456789', 'second-attempt-0123456789'] as const;
  const another = 'another-attempt-0123456789';
  return {
    /** Goes on until the service is gone, or `enough` is aborted. */
    async goOn(enough: AbortSignal): Promise<void> {
      try {
        while (!enough.aborted) {
          const code = await newCode();
          await Promise.all(attempts.map((attempt) => check(code, attempt)));
        }
      } catch {
        // Its connection was lost.
      }
    },
    /**
     * Makes the calls of every code again, as clients do whose answer was lost, and then one that
     * is new. Answers what went wrong, and how many passed before.
     */
    async repeat(): Promise<{ problems: string[]; passedBefore: number; codes: number }> {
      const problems: string[] = [];
      let passedBefore = 0;
      const codes = tried.splice(0);
      for (const code of codes) {
        const before = [...code.passed.keys()];
        passedBefore += before.length;
        for (const attempt of attempts) {
          const status = await check(code, attempt);
          if (status !== 200 && status !== 403) problems.push(`${code.user}: ${status}`);
          // One that is answered 503 may have cost a try.
          const hasTries = code.checks <= limits.tries;
          if (before.includes(attempt) && status !== 200 && hasTries)
            problems.push(`${code.user} was lost`);
        }
        const hadTries = code.checks <= limits.tries;
        if ((await check(code, another)) !== 403) problems.push(`${code.user}: used again`);
        if (code.passed.size > 1 || (code.passed.size === 0 && hadTries))
          problems.push(`${code.user}: ${code.passed.size} attempts passed`);
      }
      return { problems, passedBefore, codes: codes.length };
    },
  };
}
