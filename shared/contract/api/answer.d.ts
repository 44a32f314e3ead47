export type Answer<T> = {
    readonly ok: true;
    readonly code: number;
    readonly data: T;
} | {
    readonly ok: false;
    readonly code: number;
    readonly error: string;
};
