import { type ComponentType, type ReactNode } from 'react';
export interface RemoteWidgets {
}
interface RemoteProps<App extends keyof RemoteWidgets, Expose extends keyof RemoteWidgets[App]> {
    readonly app: App;
    readonly expose: Expose;
    readonly props: RemoteWidgets[App][Expose] & object;
    readonly fallback: ReactNode;
}
export declare function Remote<App extends keyof RemoteWidgets & string, Expose extends keyof RemoteWidgets[App] & string>({ app, expose, props, fallback }: RemoteProps<App, Expose>): ReactNode;
interface SlotProps {
    readonly name: string;
    readonly props: object;
}
export declare function Slot({ name, props }: SlotProps): ReactNode;
export interface HostedWidget {
    readonly app: string;
    readonly expose: string;
    readonly props: object;
    readonly fallback: ReactNode;
    readonly slot?: string;
}
export declare const WidgetHost: import("react").Context<ComponentType<HostedWidget> | null>;
export {};
