// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Trouble } from '../admin/answer.ts';
import { SignInForm } from './sign-in-form.tsx';

afterEach(cleanup);

function open(answer: Trouble | null): string[] {
  const sent: string[] = [];
  render(
    <SignInForm
      signIn={async (secret) => {
        sent.push(secret);
        return answer;
      }}
    />,
  );
  return sent;
}

function send(secret: string): void {
  fireEvent.change(screen.getByLabelText('Token'), { target: { value: secret } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('signing in', () => {
  it('hides the token, asks no browser to keep it, and empties the field when it is sent', async () => {
    const sent = open({ ok: false, code: 'unauthorized', problem: 'no' });
    const input = screen.getByLabelText('Token');
    expect([input.getAttribute('type'), input.getAttribute('autocomplete')]).toEqual([
      'password',
      'off',
    ]);
    send(' tsr_1 ');
    const alert = await screen.findByRole('alert');
    await expect.poll(() => alert.textContent).toBe('This token is unknown, revoked or expired.');
    expect(sent).toEqual(['tsr_1']);
    expect(input).toHaveProperty('value', '');
  });

  it('says what else is wrong in the words of the registry', async () => {
    const problem = 'Too many wrong tokens came from here. Try again in 3 s.';
    open({ ok: false, code: 'limited', problem });
    send('tsr_1');
    await expect.poll(() => screen.getByRole('alert').textContent).toBe(problem);
  });

  it('sends nothing where nothing is typed', () => {
    const sent = open(null);
    send('  ');
    expect(screen.getByRole('alert').textContent).toBe('Paste a token first.');
    expect(sent).toEqual([]);
  });
});
