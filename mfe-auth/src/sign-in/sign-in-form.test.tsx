// @vitest-environment jsdom
import type { CodeAnswer } from '@tallystick/shared/api';
import type { CodeSent } from '@tallystick/shared/contracts/codes';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { good, pending, refusal, sentCode, stubServices } from './services.testing.ts';
import { createSignIn } from './sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';
import { minute, noon, second } from './states.testing.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  sessionStorage.clear();
});

/** Shows the form by a clock that stands still, unless told otherwise. */
function show(given: Parameters<typeof stubServices>[0] = {}, now = () => noon) {
  const { services, heard } = stubServices(given);
  const signIn = createSignIn(services, now);
  const { container } = render(<SignInForm signIn={signIn} />);
  return { heard, signIn, container };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const say = (text: string) => screen.findByText(text);
const focused = (element: Element) => waitFor(() => expect(document.activeElement).toBe(element));

async function reachCode() {
  type('E-mail', ' ada@example.org ');
  fireEvent.click(button('Get OTP'));
  await say('OTP sent to Your Email. Please check (SPAM also)');
}

async function check(code: string) {
  type('OTP', code);
  fireEvent.click(button('Continue'));
}

describe('a form that comes rendered', () => {
  it('takes what was typed before it listened', async () => {
    const signIn = createSignIn(stubServices({}).services);
    const form = <SignInForm signIn={signIn} />;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(form);
    field('E-mail').value = 'ada@example.org';
    render(form, { container, hydrate: true });
    expect(field('E-mail').value).toBe('ada@example.org');
    expect(button('Get OTP').disabled).toBe(false);
  });
});

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
    expect(screen.queryByRole('button', { name: 'Change e-mail' })).toBeNull();
  });

  it('asks for patience with the address locked, then offers the code field', async () => {
    const created = pending<CodeAnswer<CodeSent>>();
    show({ createCode: () => created.promise });
    await focused(field('E-mail'));
    type('E-mail', 'ada@example.org');
    fireEvent.click(button('Get OTP'));
    await say('Please Wait...');
    expect(button('Get OTP').disabled).toBe(true);
    expect(field('E-mail').readOnly).toBe(true);
    created.resolve(good(sentCode));
    await say('OTP sent to Your Email. Please check (SPAM also)');
    expect(field('E-mail').readOnly).toBe(true);
    await focused(field('OTP'));
    expect(button('Continue').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Get OTP' })).toBeNull();
  });

  it('says that it failed, and why, and when to try again', async () => {
    show({ createCode: async () => refusal(429, 'A code was sent.', { retryAfter: 40 }) });
    type('E-mail', 'ada@example.org');
    fireEvent.click(button('Get OTP'));
    await say('Failed');
    expect(screen.getByRole('alert').textContent).toContain('A code was sent.');
    await say('You can try again in 40 s.');
    expect(button('Get OTP').disabled).toBe(false);
    await focused(field('E-mail'));
  });

  it('does not reload the page when Enter is pressed too early', () => {
    const { container, heard } = show();
    const form = container.querySelector('form');
    expect(form && fireEvent.submit(form)).toBe(false);
    expect(heard.created).toEqual([]);
  });
});

describe('the code', () => {
  it('is checked without the spaces it was pasted with, then signs in', async () => {
    const { heard, signIn } = show();
    await reachCode();
    await check('123 456');
    await waitFor(() => expect(signIn.state().state.name).toBe('done'));
    expect(heard.checks).toMatchObject([{ email: 'ada@example.org', trxn: 't1', code: '123456' }]);
    await say('Success. Please Wait...');
  });

  it('has one field, for numbers, that browsers can fill', async () => {
    show();
    await reachCode();
    const { type: kind, inputMode, autocomplete } = field('OTP');
    expect({ kind, inputMode, autocomplete }).toEqual({
      kind: 'text',
      inputMode: 'numeric',
      autocomplete: 'one-time-code',
    });
  });

  it('may be wrong: that is announced, the code selected, and another one tried', async () => {
    let tries = 0;
    const { signIn } = show({
      checkCode: async () => {
        tries += 1;
        return tries === 1 ? refusal(403, 'That is not it.', { triesLeft: 4 }) : good(true);
      },
    });
    await reachCode();
    await check('111111');
    await say('Failed. Please Check OTP...');
    expect(screen.getByRole('alert').textContent).toContain('That is not it.');
    await say('Expires in 5 minutes · 4 attempts left');
    expect(field('OTP').getAttribute('aria-invalid')).toBe('true');
    await focused(field('OTP'));
    expect([field('OTP').selectionStart, field('OTP').selectionEnd]).toEqual([0, 6]);
    await check('2');
    await waitFor(() => expect(signIn.state().state.name).toBe('done'));
  });

  it('rests while it is checked', async () => {
    show({ checkCode: () => pending<CodeAnswer<true>>().promise });
    await reachCode();
    await check('123456');
    await say('Please Wait...');
    expect(button('Continue').disabled).toBe(true);
    expect(field('OTP').readOnly).toBe(true);
    expect(button('Resend OTP in 60 s').getAttribute('aria-disabled')).toBe('true');
  });

  it('is not asked for again when the identity provider refuses', async () => {
    let signIns = 0;
    const { heard, signIn } = show({
      signIn: async () => {
        signIns += 1;
        return signIns === 1 ? { ok: false, error: 'Please try later.' } : { ok: true };
      },
    });
    await reachCode();
    await check('123456');
    await say('Please try later.');
    expect(field('OTP').readOnly).toBe(true);
    await focused(button('Continue'));
    fireEvent.click(button('Continue'));
    await waitFor(() => expect(signIn.state().state.name).toBe('done'));
    expect(heard.checks).toHaveLength(1);
  });

  it('is over after its last try, and another one leads on', async () => {
    const { heard } = show({
      checkCode: async () => refusal(403, 'That is not it.', { triesLeft: 0 }),
      createCode: async () => good({ ...sentCode, resendAfter: 0 }),
    });
    await reachCode();
    await check('111111');
    await say('Request a new OTP to continue.');
    expect(screen.queryByLabelText('OTP')).toBeNull();
    await focused(button('Resend OTP'));
    fireEvent.click(button('Resend OTP'));
    await say('OTP sent to Your Email. Please check (SPAM also)');
    expect(heard.created).toHaveLength(2);
    expect(field('OTP').value).toBe('');
  });
});

describe('time', () => {
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  it('counts down to the next code, and leads to it', async () => {
    vi.useFakeTimers({ now: noon, shouldAdvanceTime: false });
    const { heard } = show({}, Date.now);
    type('E-mail', 'ada@example.org');
    fireEvent.click(button('Get OTP'));
    await pass(0);
    fireEvent.click(button('Resend OTP in 60 s'));
    expect(heard.created).toHaveLength(1);
    await pass(59 * second);
    expect(button('Resend OTP in 1 s').getAttribute('aria-disabled')).toBe('true');
    await pass(second);
    fireEvent.click(button('Resend OTP'));
    await pass(0);
    expect(heard.created).toHaveLength(2);
    expect(button('Resend OTP in 60 s')).toBeTruthy();
  });

  it('ends a code', async () => {
    vi.useFakeTimers({ now: noon, shouldAdvanceTime: false });
    show({}, Date.now);
    type('E-mail', 'ada@example.org');
    fireEvent.click(button('Get OTP'));
    await pass(0);
    type('OTP', '123');
    await pass(5 * minute);
    expect(screen.getByRole('alert').textContent).toContain('This OTP is no longer valid.');
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(document.activeElement).toBe(button('Resend OTP'));
  });

  it('leaves the focus where somebody took it', async () => {
    vi.useFakeTimers({ now: noon, shouldAdvanceTime: false });
    show({}, Date.now);
    const elsewhere = document.createElement('button');
    document.body.append(elsewhere);
    type('E-mail', 'ada@example.org');
    fireEvent.click(button('Get OTP'));
    await pass(0);
    elsewhere.focus();
    await pass(5 * minute);
    expect(document.activeElement).toBe(elsewhere);
    elsewhere.remove();
  });
});

describe('changing the address', () => {
  it('unlocks it, with the focus in it', async () => {
    show();
    await reachCode();
    fireEvent.click(button('Change e-mail'));
    expect(field('E-mail').readOnly).toBe(false);
    expect(field('E-mail').value).toBe('ada@example.org');
    await focused(field('E-mail'));
    expect(screen.queryByLabelText('OTP')).toBeNull();
    expect(button('Get OTP').disabled).toBe(false);
  });
});
