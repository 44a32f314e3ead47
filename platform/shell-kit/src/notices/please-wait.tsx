import { useEffect, useState } from 'react';
import { useSite } from '../site-context.ts';

/** Milliseconds after which people are told that it has not been forgotten. */
const long = 4_000;

/** Stands in the main zone until the first page is there. */
export function PleaseWait({ className }: { className?: string | undefined }) {
  const { texts } = useSite().shell;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), long);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className={className}>
      {slow ? texts.stillLoading : texts.pleaseWait}
    </p>
  );
}
