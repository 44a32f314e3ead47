import type { failureKinds } from '@tallystick/shared/contracts/release-news';

/** One build of one app. */
export interface AppBuild {
  app: string;
  build: string;
}

export type FailureKind = (typeof failureKinds)[number];

/** What came to run or failed since it was last asked for. */
export interface Happened {
  /** `took`: milliseconds from asking for it to its pages being there. */
  loads: (AppBuild & { took: number })[];
  failures: (AppBuild & { kind: FailureKind })[];
  /** Down the ladder; `to` null: to the notice in its zone. */
  steps: { app: string; from: string; to: string | null }[];
  /** Released builds that run again. */
  recovered: AppBuild[];
}

/** What of the remotes runs in this page, as their own code says. */
export interface Running {
  /** A build's components are in the page from now on; returns how to say that they are gone. */
  mount(app: string, build: string): () => void;
  loaded(app: string, build: string, took: number): void;
  failed(app: string, build: string, kind: FailureKind): void;
  stepped(app: string, from: string, to: string | null): void;
  recovered(app: string, build: string): void;
  /** The builds whose components are in the page, by app; the same object until that changes. */
  builds(): Readonly<Record<string, string>>;
  /** What happened since the last call. */
  take(): Happened;
  /** Calls the listener after each change; returns how to stop. */
  onChange(listener: () => void): () => void;
}

/** A page that breaks in a circle must not fill the memory too: of each kind so many are kept. */
const most = 50;

export function createRunning(): Running {
  const mounted = new Set<AppBuild>();
  const listeners = new Set<() => void>();
  let builds: Readonly<Record<string, string>> = {};
  let happened = nothing();

  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const remounted = () => {
    builds = Object.fromEntries([...mounted].map(({ app, build }) => [app, build]));
    changed();
  };

  const note = <Kind extends keyof Happened>(kind: Kind, one: Happened[Kind][number]) => {
    happened = { ...happened, [kind]: [...happened[kind], one].slice(-most) };
    changed();
  };

  return {
    mount(app, build) {
      const part = { app, build };
      mounted.add(part);
      remounted();
      return () => {
        if (mounted.delete(part)) remounted();
      };
    },
    loaded: (app, build, took) => note('loads', { app, build, took }),
    failed: (app, build, kind) => note('failures', { app, build, kind }),
    stepped: (app, from, to) => note('steps', { app, from, to }),
    recovered: (app, build) => note('recovered', { app, build }),
    builds: () => builds,
    take() {
      const taken = happened;
      happened = nothing();
      return taken;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function nothing(): Happened {
  return { loads: [], failures: [], steps: [], recovered: [] };
}
