import { isLocalOrigin } from '@tallystick/guard/local-peer';

const names = ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID'] as const;

/**
 * Why servers must not start, in a line for a person; undefined: they may. A real identity provider needs all of its
 * settings: with some of them pages would show a sign-in that fails. Without one, pages talk to the emulator at 127.0.0.1, which is each visitor's own machine. The ledger
 * service then takes the emulator's tokens, which nobody signs. Both are fit for one machine alone.
 */
export function identityProblem(
  environment: Readonly<Record<'LEDGER_URL' | 'SITE_URL', string>> & {
    readonly [Name in (typeof names)[number]]?: string | undefined;
  },
): string | undefined {
  const lacking = names.filter((name) => environment[name] === undefined);
  if (lacking.length === 0) return undefined;
  if (lacking.length < names.length) {
    const given = names.filter((name) => !lacking.includes(name));
    const verb = given.length === 1 ? 'is' : 'are';
    return `${given.join(' and ')} ${verb} set without ${lacking.join(' and ')}: a Firebase project needs all three.`;
  }
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
