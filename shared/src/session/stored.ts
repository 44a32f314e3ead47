import { readStored, writeStored } from '@tallystick/shell-kit/storage';
import * as v from 'valibot';
import { watchedKey } from '../watched/watched-key.ts';

/** What the product keeps in a browser's local storage. */
export const productKeys = ['auth', 'indx', 'bznx', 'indz', 'bznz', watchedKey] as const;
/** The key of the e-mail that belongs to the signed-in user. */
export const emailKey = 'auth';

/** A text as the JSON that it is. */
export const jsonText = v.pipe(v.string(), v.parseJson());
const emailSchema = v.pipe(jsonText, v.object({ id: v.string(), email: v.string() }));
const userSchema = v.pipe(jsonText, v.object({ uid: v.pipe(v.string(), v.minLength(1)) }));

/** Where firebase/auth with browserLocalPersistence keeps the signed-in user of its default app. */
export function userKey(apiKey: string): string {
  return `firebase:authUser:${apiKey}:[DEFAULT]`;
}

/** The id of the signed-in user that this browser keeps, or null; the provider may know better. */
export function keptUser(apiKey: string): string | null {
  return userIn(readStored('localStorage', userKey(apiKey)));
}

/** The id in a stored user's text, or null. */
export function userIn(text: string | null): string | null {
  const result = v.safeParse(userSchema, text);
  return result.success ? result.output.uid : null;
}

export function forgetUser(apiKey: string): void {
  writeStored('localStorage', userKey(apiKey), null);
}

/** The e-mail with which this user signed in, as typed; null if this browser does not know it. */
export function storedEmail(id: string): string | null {
  const result = v.safeParse(emailSchema, readStored('localStorage', emailKey));
  return result.success && result.output.id === id ? result.output.email : null;
}

/** For display only: where nothing is kept, it is not shown after a reload. */
export function storeEmail(id: string, email: string): void {
  writeStored('localStorage', emailKey, JSON.stringify({ id, email }));
}

export function forgetEmail(): void {
  writeStored('localStorage', emailKey, null);
}
