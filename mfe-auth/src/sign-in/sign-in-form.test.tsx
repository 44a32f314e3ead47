// @vitest-environment jsdom
import type { Answer, CodeCheck } from '@tallystick/shared/api';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SignInForm } from './sign-in-form.tsx';
import type { SignInServices } from './use-sign-in.ts';

afterEach(cleanup);

const failure = (code: number, error: string): Answer<never> => ({ ok: false, code, error });

/** A request that the test answers. */
function pending<T>() {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

function show(services: Partial<SignInServices> = {}) {
  const onDone = vi.fn();
  const checks: CodeCheck[] = [];
  render(
    <SignInForm
      services={{
        createCode: async () => ({ ok: true, code: 200, data: { trxn: 't1' } }),
        checkCode: async (check) => {
          checks.push(check);
          return { ok: true, code: 200, data: true };
        },
        signIn: async () => ({ ok: true, code: 200, data: null }),
        ...services,
      }}
      onDone={onDone}
    />,
  );
  return { onDone, checks };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const say = (text: string) => screen.findByText(text);

async function reachCode() {
  type('E-mail', ' ada@example.org ');
  fireEvent.click(button('Get OTP'));
  await say('OTP sent to Your Email. Please check (SPAM also)');
}

describe('asking for a code', () => {
  it('needs an address with an @', () => {
    show();
    expect(button('Get OTP').disabled).toBe(true);
    type('E-mail', 'ada');
    expect(button('Get OTP').disabled).toBe(true);
    type('E-mail', 'ada@example.org');
    expect(button('Get OTP').disabled).toBe(false);
    expect(screen.queryByLabelText('OTP')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  it('asks for patience, then offers the code field with the focus in it', async () => {
    const created = pending<Answer<{ trxn: string }>>();
    show({ createCode: () => created.promise });
    type('E-mail', 'ada@example.org');
    fireEvent.click(button('Get OTP'));
    await say('Please Wait...');
    expect(button('Get OTP').disabled).toBe(true);
    created.settle({ ok: true, code: 200, data: { trxn: 't1' } });
    await say('OTP sent to Your Email. Please check (SPAM also)');
    expect(field('E-mail').readOnly).toBe(true);
    expect(document.activeElement).toBe(field('OTP'));
    expect(button('Continue').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Get OTP' })).toBeNull();
  });

  it('says that it failed, and why', async () => {
    show({ createCode: async () => failure(0, 'The ledger service cannot be reached.') });
    type('E-mail', 'ada@example.org');
    fireEvent.click(button('Get OTP'));
    await say('Failed');
    await say('The ledger service cannot be reached.');
    expect(button('Get OTP').disabled).toBe(false);
  });
});

describe('the code', () => {
  it('is checked without the spaces it was pasted with, then signs in', async () => {
    const { onDone, checks } = show();
    await reachCode();
    type('OTP', '123 456');
    fireEvent.click(button('Continue'));
    await say('Success. Please Wait...');
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(checks).toEqual([{ email: 'ada@example.org', trxn: 't1', code: '123456' }]);
  });

  it('may be wrong, and tried again', async () => {
    let tries = 0;
    const { onDone } = show({
      checkCode: async () => {
        tries += 1;
        return tries === 1 ? failure(401, 'That is not it.') : { ok: true, code: 200, data: true };
      },
    });
    await reachCode();
    type('OTP', '1');
    fireEvent.click(button('Continue'));
    await say('Failed. Please Check OTP...');
    await say('That is not it.');
    expect(onDone).not.toHaveBeenCalled();
    type('OTP', '2');
    fireEvent.click(button('Continue'));
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  });

  it('is not asked for again when the identity provider refuses', async () => {
    let signIns = 0;
    const { onDone, checks } = show({
      signIn: async () => {
        signIns += 1;
        return signIns === 1
          ? failure(429, 'Too many requests. Please try later.')
          : { ok: true, code: 200, data: null };
      },
    });
    await reachCode();
    type('OTP', '123456');
    fireEvent.click(button('Continue'));
    await say('Too many requests. Please try later.');
    expect(onDone).not.toHaveBeenCalled();
    fireEvent.click(button('Continue'));
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(checks).toHaveLength(1);
  });

  it('leads nowhere once the page was left', async () => {
    const check = pending<Answer<true>>();
    const signIn = vi.fn();
    const { onDone } = show({ checkCode: () => check.promise, signIn });
    await reachCode();
    type('OTP', '123456');
    fireEvent.click(button('Continue'));
    cleanup();
    check.settle({ ok: true, code: 200, data: true });
    await check.promise;
    await Promise.resolve();
    expect(signIn).not.toHaveBeenCalled();
    expect(onDone).not.toHaveBeenCalled();
  });
});
