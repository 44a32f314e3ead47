import type { ReactNode } from 'react';

export type Drawing = ReturnType<typeof createDrawing>;

/** Knows which version of a component is being drawn, so that its hooks can depend on that. */
export function createDrawing() {
  let drawn = 0;
  let failed = false;
  return {
    /** Number of the version that is being drawn. */
    version: () => drawn,
    /** Whether any version has thrown an error. */
    hasFailed: () => failed,
    /** Draws a version; components are drawn inside others, so the one before goes on after it. */
    draw(version: number, render: () => ReactNode): ReactNode {
      const before = drawn;
      drawn = version;
      try {
        return render();
      } catch (thrown) {
        // A thrown promise suspends the component, and is no failure.
        failed ||= thrown instanceof Error;
        throw thrown;
      } finally {
        drawn = before;
      }
    },
  };
}
