import type { failureKinds } from '@tallystick/shared/contracts/release-news';

/** One build of one app. */
export interface AppBuild {
  app: string;
  build: string;
}

export type FailureKind = (typeof failureKinds)[number];

/** What came to run or failed since it was last asked for. */
export interface Happened {
  loads: AppBuild[];
  failures: (AppBuild & { kind: FailureKind })[];
}

/** What of the remotes runs in this page, as their own code says. */
export interface Running {
  /** A build's components are in the page from now on; returns how to say that they are gone. */
  mount(app: string, build: string): () => void;
  loaded(app: string, build: string): void;
  failed(app: string, build: string, kind: FailureKind): void;
  /** The builds whose components are in the page, by app; the same object until that changes. */
  builds(): Readonly<Record<string, string>>;
  /** Loads and failures since the last call. */
  take(): Happened;
  /** Puts back what was taken and could not be told. */
  putBack(happened: Happened): void;
  /** Calls the listener after each change; returns how to stop. */
  onChange(listener: () => void): () => void;
}

/** A page that breaks in a circle must not fill the memory too. */
const most = 50;

export function createRunning(): Running {
  const mounted = new Set<AppBuild>();
  const listeners = new Set<() => void>();
  let builds: Readonly<Record<string, string>> = {};
  let happened: Happened = { loads: [], failures: [] };

  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const remounted = () => {
    builds = Object.fromEntries([...mounted].map(({ app, build }) => [app, build]));
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
    loaded(app, build) {
      happened.loads = [...happened.loads, { app, build }].slice(-most);
      changed();
    },
    failed(app, build, kind) {
      happened.failures = [...happened.failures, { app, build, kind }].slice(-most);
      changed();
    },
    builds: () => builds,
    take() {
      const taken = happened;
      happened = { loads: [], failures: [] };
      return taken;
    },
    putBack({ loads, failures }) {
      happened = {
        loads: [...loads, ...happened.loads].slice(-most),
        failures: [...failures, ...happened.failures].slice(-most),
      };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
