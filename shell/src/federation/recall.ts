import type { AppBuild } from './running.ts';

/** Which builds this page may not begin to show, and which it may not go on showing. */
export interface Recall {
  isRecalled(app: string, build: string): boolean;
  /** Recalled, and its time to be replaced by another build is over: nothing of it stays. */
  isGraceExpired(app: string, build: string): boolean;
  set(recalled: readonly AppBuild[], graceExpired: readonly AppBuild[]): void;
  /**
   * Resolves when the build may be shown: at once, or when it is recalled no more. Rejects when
   * `signal` aborts.
   */
  allowed(app: string, build: string, signal: AbortSignal): Promise<void>;
  /** A build that somebody waits to be shown; null: nobody waits. */
  waiting(): AppBuild | null;
  /** Calls the listener after each change; returns how to stop. */
  onChange(listener: () => void): () => void;
}

export function createRecall(): Recall {
  let recalled: readonly AppBuild[] = [];
  let graceExpired: readonly AppBuild[] = [];
  const waiting = new Set<AppBuild>();
  const listeners = new Set<() => void>();
  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  const isRecalled = (app: string, build: string) => includes(recalled, app, build);

  return {
    isRecalled,
    isGraceExpired: (app, build) => includes(graceExpired, app, build),
    onChange,
    set(nextRecalled, nextGraceExpired) {
      recalled = nextRecalled;
      graceExpired = nextGraceExpired;
      tell();
    },
    waiting: () => [...waiting].at(-1) ?? null,
    allowed(app, build, signal) {
      if (!isRecalled(app, build)) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const part = { app, build };
        const end = (settle: () => void) => {
          stop();
          waiting.delete(part);
          settle();
          tell();
        };
        const stop = onChange(() => {
          if (!isRecalled(app, build)) end(resolve);
        });
        signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
        waiting.add(part);
        tell();
      });
    },
  };
}

function includes(parts: readonly AppBuild[], app: string, build: string): boolean {
  return parts.some((part) => part.app === app && part.build === build);
}
