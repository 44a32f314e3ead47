import type { Failure } from '../outcome.ts';
import type { Child } from '../process/child.ts';

/** Watches children that must not end by themselves: `died` resolves with the first that does. */
export function firstDeath(): { died: Promise<Failure>; watch(child: Child): void } {
  const { promise, resolve } = Promise.withResolvers<Failure>();
  return {
    died: promise,
    watch(child) {
      child.ended.then((code) =>
        resolve({
          ok: false,
          problem: `The ${child.name} ended by itself (exit code ${code}); its whole log is ${child.log}.`,
          detail: child.lastLines(12),
        }),
      );
    },
  };
}
