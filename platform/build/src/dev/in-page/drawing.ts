import type { ReactNode } from 'react';

import type { TellThrown } from './thrown-errors.ts';

export type Drawing = ReturnType<typeof createDrawing>;

/**
 * Knows which version of a component is being drawn, so that its hooks can depend on that.
 *
 * @param tell told of what a version throws
 */
export function createDrawing(tell: TellThrown) {
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
        tell(thrown);
        throw thrown;
      } finally {
        drawn = before;
      }
    },
  };
}
