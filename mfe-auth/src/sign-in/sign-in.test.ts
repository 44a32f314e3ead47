// @vitest-environment jsdom
import type { CodeAnswer } from '@tallystick/shared/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pending, refusal, stubServices } from './services.testing.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { minute, noon } from './states.testing.ts';

const key = 'tallystick:sign-in';
afterEach(() => sessionStorage.clear());

const email = 'ada@example.org';
const reached = (signIn: SignIn, name: string) =>
  vi.waitFor(() => expect(signIn.state().state.name).toBe(name), { timeout: 60_000 });

async function toCode(signIn: SignIn) {
  signIn.dispatch({ type: 'email-typed', email });
  signIn.dispatch({ type: 'ask' });
  await reached(signIn, 'sent');
  signIn.dispatch({ type: 'code-typed', code: '123 456' });
}

describe('a sign-in', () => {
  it('asks for a code, checks it, and signs in, getting ready meanwhile', async () => {
    const { services, heard } = stubServices();
    const signIn = createSignIn(services);
    await toCode(signIn);
    expect(heard.prepared).toBe(1);
    signIn.dispatch({ type: 'proceed' });
    await reached(signIn, 'done');
    expect(heard).toMatchObject({
      created: [email],
      checks: [
        { email, trxn: 't1', code: '123456', attempt: expect.stringMatching(/^[0-9a-f]{32}$/) },
      ],
      signIns: [email],
    });
    expect(sessionStorage.getItem(key)).toBeNull();
  });

  it('tells its listeners, until they stop', async () => {
    const { services } = stubServices();
    const signIn = createSignIn(services, () => noon);
    const names: string[] = [];
    const stop = signIn.subscribe(() => names.push(signIn.state().state.name));
    await toCode(signIn);
    stop();
    signIn.dispatch({ type: 'change' });
    expect(names).toEqual(['entering', 'requesting', 'sent', 'sent']);
  });

  it('gives another snapshot each second, for what counts down', () => {
    let time = noon;
    const signIn = createSignIn(stubServices().services, () => time);
    const { state } = signIn.state();
    time += 1_000;
    signIn.dispatch({ type: 'tick' });
    expect(signIn.state()).toEqual({ state, now: noon + 1_000 });
    expect(signIn.state()).toBe(signIn.state());
  });

  it('goes on after a reload without the code', async () => {
    await toCode(createSignIn(stubServices().services, () => noon));
    // Nothing of what was typed into the field of the code.
    expect(JSON.parse(sessionStorage.getItem(key) ?? '')).toEqual({
      name: 'sent',
      email,
      sent: {
        trxn: 't1',
        attempt: expect.stringMatching(/^[0-9a-f]{32}$/),
        expiresAt: expect.any(Number),
        resendAt: expect.any(Number),
        triesLeft: 5,
      },
    });
    const { services, heard } = stubServices();
    const signIn = createSignIn(services, () => noon + minute);
    expect(signIn.state().state).toMatchObject({ name: 'sent', email, code: '' });
    signIn.dispatch({ type: 'code-typed', code: '654321' });
    signIn.dispatch({ type: 'proceed' });
    await reached(signIn, 'done');
    expect(heard).toMatchObject({ created: [], checks: [{ email, trxn: 't1', code: '654321' }] });
  });

  it('finishes what was asked while nobody looked', async () => {
    const created = pending<CodeAnswer<never>>();
    const { services } = stubServices({ createCode: () => created.promise });
    const signIn = createSignIn(services);
    signIn.dispatch({ type: 'email-typed', email });
    signIn.dispatch({ type: 'ask' });
    created.resolve(refusal(429, 'A moment ago.', { retryAfter: 40 }));
    await reached(signIn, 'entering');
    expect(signIn.state().state).toHaveProperty('failure.reason', 'A moment ago.');
  });
});

describe('changing the address', () => {
  it('ends the request under way, whose answer is not heard', async () => {
    let signal: AbortSignal | undefined;
    const first = pending<CodeAnswer<never>>();
    const { services, heard } = stubServices({
      createCode: (_, given) => {
        signal ??= given;
        return heard.created.length === 1 ? first.promise : pending<never>().promise;
      },
    });
    const signIn = createSignIn(services);
    signIn.dispatch({ type: 'email-typed', email });
    signIn.dispatch({ type: 'ask' });
    signIn.dispatch({ type: 'change' });
    expect(signal?.aborted).toBe(true);
    signIn.dispatch({ type: 'email-typed', email: 'eve@example.org' });
    signIn.dispatch({ type: 'ask' });
    first.resolve(refusal(0, 'Too late.'));
    await first.promise;
    await Promise.resolve();
    expect(signIn.state().state).toMatchObject({ name: 'requesting', email: 'eve@example.org' });
  });

  it('is no error when the request says that it was ended', async () => {
    const { services } = stubServices({
      createCode: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    const signIn = createSignIn(services);
    signIn.dispatch({ type: 'email-typed', email });
    signIn.dispatch({ type: 'ask' });
    signIn.dispatch({ type: 'change' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(signIn.state().state).toMatchObject({ name: 'entering', failure: null });
  });
});

describe('a check whose answer was lost', () => {
  const lost = async () => refusal(0, 'No network.');

  it('is made again as the same attempt, also after a reload', async () => {
    const { services, heard } = stubServices({ checkCode: lost });
    const signIn = createSignIn(services, () => noon);
    await toCode(signIn);
    signIn.dispatch({ type: 'proceed' });
    await reached(signIn, 'sent');
    const reloaded = createSignIn(services, () => noon + 1_000);
    for (const again of [signIn, reloaded]) {
      again.dispatch({ type: 'code-typed', code: '123456' });
      again.dispatch({ type: 'proceed' });
      await reached(again, 'sent');
    }
    expect(heard.checks).toHaveLength(3);
    expect(new Set(heard.checks.map(({ attempt }) => attempt)).size).toBe(1);
  });

  it('has nothing to do with that of another code', async () => {
    const { services, heard } = stubServices({ checkCode: lost });
    for (const _ of [1, 2]) {
      sessionStorage.clear();
      const signIn = createSignIn(services, () => noon);
      await toCode(signIn);
      signIn.dispatch({ type: 'proceed' });
      await reached(signIn, 'sent');
    }
    expect(new Set(heard.checks.map(({ attempt }) => attempt)).size).toBe(2);
  });
});

describe('a refusal', () => {
  it('of a code leads back to it, with the tries that are left', async () => {
    const { services } = stubServices({
      checkCode: async () => refusal(403, 'The code is wrong.', { triesLeft: 2 }),
    });
    const signIn = createSignIn(services);
    await toCode(signIn);
    signIn.dispatch({ type: 'proceed' });
    await reached(signIn, 'sent');
    expect(signIn.state().state).toMatchObject({
      code: '123 456',
      sent: { triesLeft: 2 },
      failure: { message: 'wrong', reason: 'The code is wrong.' },
    });
  });

  it('of the provider leads to another try, without another check', async () => {
    let tries = 0;
    const { services, heard } = stubServices({
      signIn: async () => {
        tries += 1;
        return tries === 1 ? { ok: false, error: 'Too many attempts.' } : { ok: true };
      },
    });
    const signIn = createSignIn(services);
    await toCode(signIn);
    signIn.dispatch({ type: 'proceed' });
    await reached(signIn, 'refused');
    signIn.dispatch({ type: 'proceed' });
    await reached(signIn, 'done');
    expect([heard.checks.length, heard.signIns.length]).toEqual([1, 2]);
  });
});
