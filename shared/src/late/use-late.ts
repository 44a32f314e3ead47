import { useEffect, useState } from 'react';

/**
 * A component, or whatever else has a file of its own, that comes when it is wanted: undefined while it comes, null
 * if it did not come. Another `wanted` asks again then, where `React.lazy` keeps a failure as long as the page lives.
 *
 * @param load an `import()`; the same function each time
 * @param wanted what it is wanted for; null: nothing yet
 */
export function useLate<Part>(
  load: () => Promise<Part>,
  wanted: string | number | null,
): Part | null | undefined {
  const [part, setPart] = useState<Part | null>();
  const isWanted = wanted !== null && !part;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `wanted` asks again
  useEffect(() => {
    if (!isWanted) return;
    let over = false;
    const arrive = (found: Part | null) => {
      if (!over) setPart(() => found);
    };
    load().then(arrive, () => arrive(null));
    return () => {
      over = true;
    };
  }, [load, wanted, isWanted]);
  return part;
}
