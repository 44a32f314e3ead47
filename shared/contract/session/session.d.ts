import type { Session } from './session-state.ts';
export { clearStored, currentSession, prepareSignIn, signIn, signOut, startSession, } from './session-of-page.ts';
export type { Session, SessionUser } from './session-state.ts';
export declare function useSession(): Session;
