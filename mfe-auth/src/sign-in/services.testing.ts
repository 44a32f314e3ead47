import type { CodeCheck } from '@tallystick/shared/api';
import type { CodeSent } from '@tallystick/shared/contracts/codes';
import type { SignInServices } from './sign-in.ts';

export const good = <T>(data: T) => ({ ok: true, code: 200, data }) as const;
export const sentCode: CodeSent = { trxn: 't1', validFor: 300, resendAfter: 60, triesLeft: 5 };

/** A refusal as the client of the ledger service gives it. */
export function refusal(
  code: number,
  error: string,
  more: { retryAfter?: number; triesLeft?: number } = {},
) {
  return { ok: false, code, error, retryAfter: null, triesLeft: null, ...more } as const;
}

/** A request that the test answers. */
export function pending<T>() {
  return Promise.withResolvers<T>();
}

interface Heard {
  readonly created: string[];
  readonly checks: CodeCheck[];
  readonly signIns: string[];
  prepared: number;
}

/** Services that agree to everything, but for what the test says, and remember what they heard. */
export function stubServices(given: Partial<Omit<SignInServices, 'prepare'>> = {}): {
  services: SignInServices;
  heard: Heard;
} {
  const heard: Heard = { created: [], checks: [], signIns: [], prepared: 0 };
  const services: SignInServices = {
    createCode: async (email, signal) => {
      heard.created.push(email);
      return (await given.createCode?.(email, signal)) ?? good(sentCode);
    },
    checkCode: async (check, signal) => {
      heard.checks.push(check);
      return (await given.checkCode?.(check, signal)) ?? good(true);
    },
    prepare: () => {
      heard.prepared += 1;
    },
    signIn: async (email) => {
      heard.signIns.push(email);
      return (await given.signIn?.(email)) ?? { ok: true };
    },
  };
  return { services, heard };
}
