import { isLocalOrigin } from '@tallystick/guard/local-peer';

/**
 * Why servers must not start, in a line for a person; undefined: they may. Without a real identity
 * provider pages talk to the emulator at 127.0.0.1, which is each visitor's own machine. The ledger
 * service then takes the emulator's tokens, which nobody signs. Both are fit for one machine alone.
 */
export function identityProblem(
  environment: Readonly<Record<'LEDGER_URL' | 'SITE_URL', string>> & {
    readonly FIREBASE_API_KEY?: string | undefined;
  },
): string | undefined {
  if (environment.FIREBASE_API_KEY !== undefined) return undefined;
  const name = (['SITE_URL', 'LEDGER_URL'] as const).find((url) => !isHere(environment[url]));
  if (name === undefined) return undefined;
  return (
    `${name}=${environment[name]} is not an address of this machine, and without FIREBASE_API_KEY pages would send ` +
    "passwords to each visitor's own 127.0.0.1, and tokens that nobody signed would be taken. " +
    'Set FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN and FIREBASE_PROJECT_ID.'
  );
}

/** Browsers take all names below `localhost` for their own machine. */
function isHere(url: string): boolean {
  return isLocalOrigin(url) || (URL.parse(url)?.hostname.endsWith('.localhost') ?? false);
}
