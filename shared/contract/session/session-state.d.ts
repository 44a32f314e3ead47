export interface SessionUser {
    readonly id: string;
    readonly email: string | null;
}
export type Session = {
    readonly status: 'loading';
} | {
    readonly status: 'visitor';
} | {
    readonly status: 'signed-in';
    readonly user: SessionUser;
};
