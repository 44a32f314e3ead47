import type { Answer, CodeCheck } from '@tallystick/shared/api';
import { useEffect, useReducer, useRef } from 'react';
import { advance, plainCode, type SignInEvent, type SignInFlow, start } from './flow.ts';

/** What signing in asks of others: the sandbox's codes, and the identity provider. */
export interface SignInServices {
  readonly createCode: (email: string) => Promise<Answer<{ trxn: string }>>;
  readonly checkCode: (check: CodeCheck) => Promise<Answer<true>>;
  readonly signIn: (email: string) => Promise<Answer<unknown>>;
}

export interface SignIn {
  readonly flow: SignInFlow;
  readonly typeEmail: (email: string) => void;
  readonly typeCode: (code: string) => void;
  readonly askCode: () => Promise<void>;
  readonly proceed: () => Promise<void>;
}

/** Runs the flow against `services`; calls `onDone` once when somebody is signed in. */
export function useSignIn(services: SignInServices, onDone: () => void): SignIn {
  const [flow, send] = useReducer(advance, start);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const email = flow.email.trim();
  const askCode = async () => {
    send({ type: 'asked' });
    send(await sent(services, email));
  };
  const finish = async () => {
    const answer = await services.signIn(email);
    if (!here.current) return;
    send(answer.ok ? { type: 'signed-in' } : { type: 'refused', reason: answer.error });
    if (answer.ok) onDone();
  };
  const proceed = async () => {
    send({ type: 'asked' });
    if (flow.step === 'checked') return finish();
    const outcome = await checked(services, {
      email,
      trxn: flow.trxn,
      code: plainCode(flow.code),
    });
    if (!here.current) return;
    send(outcome);
    if (outcome.type === 'code-right') await finish();
  };

  return {
    flow,
    askCode,
    proceed,
    typeEmail: (typed) => send({ type: 'email-typed', email: typed }),
    typeCode: (typed) => send({ type: 'code-typed', code: typed }),
  };
}

async function sent(services: SignInServices, email: string): Promise<SignInEvent> {
  const answer = await services.createCode(email);
  return answer.ok
    ? { type: 'code-sent', trxn: answer.data.trxn }
    : { type: 'code-not-sent', reason: answer.error };
}

async function checked(services: SignInServices, check: CodeCheck): Promise<SignInEvent> {
  const answer = await services.checkCode(check);
  return answer.ok ? { type: 'code-right' } : { type: 'code-wrong', reason: answer.error };
}
