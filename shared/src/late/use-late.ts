import { useEffect, useState } from 'react';

/**
 * A component, or whatever else has a file of its own, that is loaded when it is wanted. Undefined
 * while it loads, null if that failed. Another `wanted` then asks again, where `React.lazy` keeps a
 * failure as long as the page lives.
 *
 * @param load an `import()`; the same function each time
 * @param wanted what it is wanted for; null: nothing yet
 * @returns it, and whether it is asked for now
 */
export function useLate<Part>(
  load: () => Promise<Part>,
  wanted: string | number | null,
): readonly [Part | null | undefined, boolean] {
  const [come, setCome] = useState<{ readonly part: Part | null; readonly of: typeof wanted }>();
  const isWanted = wanted !== null && !come?.part;
  useEffect(() => {
    if (!isWanted) return;
    let over = false;
    const arrive = (part: Part | null) => {
      if (!over) setCome({ part, of: wanted });
    };
    load().then(arrive, () => arrive(null));
    return () => {
      over = true;
    };
  }, [load, wanted, isWanted]);
  return [come?.part, isWanted && come?.of !== wanted];
}
