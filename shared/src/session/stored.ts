import * as v from 'valibot';

/** What the product keeps in a browser's local storage. */
const productKeys = ['auth', 'indx', 'bznx', 'indz', 'bznz'] as const;
const emailKey = 'auth';

const emailSchema = v.pipe(v.string(), v.parseJson(), v.object({ email: v.string() }));
const userSchema = v.pipe(v.string(), v.parseJson(), v.object({ uid: v.string() }));

/** Where firebase/auth with browserLocalPersistence keeps the signed-in user of its default app. */
export function userKey(apiKey: string): string {
  return `firebase:authUser:${apiKey}:[DEFAULT]`;
}

/** Whether this browser keeps a signed-in user; the provider may know better. */
export function keepsUser(apiKey: string): boolean {
  return v.is(userSchema, read(userKey(apiKey)));
}

export function forgetUser(apiKey: string): void {
  remove(userKey(apiKey));
}

/** The e-mail of the last sign-in, as typed; null if this browser does not know it. */
export function storedEmail(): string | null {
  const result = v.safeParse(emailSchema, read(emailKey));
  return result.success ? result.output.email : null;
}

export function storeEmail(email: string): void {
  try {
    localStorage.setItem(emailKey, JSON.stringify({ email }));
  } catch {
    // Full or forbidden: the e-mail is for display only.
  }
}

export function forgetEmail(): void {
  remove(emailKey);
}

/** Forgets what this browser keeps for the product: auth, indx, bznx, indz, bznz. */
export function forgetProductKeys(): void {
  for (const key of productKeys) remove(key);
}

// A browser may forbid storage altogether; even to name it throws then.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}
