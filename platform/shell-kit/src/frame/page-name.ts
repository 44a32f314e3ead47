import { createContext, use, useLayoutEffect } from 'react';

/** Lets what a page turned out to be say its name in place of the one that its route declares. */
export const PageNameContext = createContext<(name: string | null) => void>(() => {});

/** Names the page for the title and the narrow bar, as long as the caller is shown. */
export function usePageName(name: string): void {
  const say = use(PageNameContext);
  useLayoutEffect(() => {
    say(name);
    return () => say(null);
  }, [name, say]);
}
