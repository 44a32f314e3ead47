import { useLoaderData as useRouterLoaderData } from 'react-router-dom';
export type RouteState = {
    readonly data: unknown;
} | {
    readonly error: unknown;
};
export declare const RouteStateContext: import("react").Context<RouteState | null>;
export declare function useLoaderData<Data>(): ReturnType<typeof useRouterLoaderData<Data>>;
export declare function useRouteError(): unknown;
