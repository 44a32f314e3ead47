import type { Answer } from '../api/answer.ts';
import type { Session, SessionUser } from './session-state.ts';
export declare const sessionAtom: import("jotai").PrimitiveAtom<Session> & {
    init: Session;
};
export declare function currentSession(): Session;
export declare function startSession(): Promise<void>;
export declare function prepareSignIn(): void;
export declare function signIn(email: string): Promise<Answer<SessionUser>>;
export declare function signOut(): Promise<void>;
export declare function clearStored(): void;
