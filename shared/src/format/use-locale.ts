import { locale } from '@tallystick/ui/locale';
import { useSyncExternalStore } from 'react';

/** The language tag for dates. A server does not know it: what it rendered is taken over first, then said anew. */
export function useLocale(): string {
  return useSyncExternalStore(watchNothing, locale, unknownLocale);
}

const watchNothing = () => () => {};
const unknownLocale = () => 'en-GB';
