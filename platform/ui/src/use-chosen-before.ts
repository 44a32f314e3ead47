import { type RefObject, useEffect } from 'react';

/**
 * In a page that comes rendered one of several is chosen before anybody listens: hears of that as the page begins to.
 * Browsers bring back what was chosen in an earlier visit, unless the fields in `place` say `autoComplete="off"`.
 *
 * @param place around radio buttons or options
 */
export function useChosenBefore<Option extends string>(
  place: RefObject<HTMLElement | null>,
  options: readonly Option[],
  choose: (option: Option) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: later it is heard by its events
  useEffect(() => {
    const chosen = place.current?.querySelector<HTMLInputElement | HTMLOptionElement>(
      ':checked:not([checked]):not([selected])',
    );
    const option = options.find((each) => each === chosen?.value);
    if (option !== undefined) choose(option);
  }, []);
}
