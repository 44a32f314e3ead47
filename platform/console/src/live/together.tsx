import { Spinner } from '@tallystick/ui/spinner';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { strings } from '../strings.ts';
import classes from './together.module.css';

/** Registers a pending answer; call the result when it has come. More calls do nothing. */
export type Wait = () => () => void;

const WaitContext = createContext<Wait>(() => () => {});

/** How a query waits within the `Together` around it; outside of one nothing waits for it. */
export function useWait(): Wait {
  return useContext(WaitContext);
}

interface TogetherProps {
  /** Whether the caller's own queries are answered. */
  readonly ready?: boolean;
  readonly children: ReactNode;
}

/**
 * Shows what stands within once each query there has been answered, or has failed: a later answer would move what
 * somebody is about to press. What is shown stays.
 */
export function Together({ ready = true, children }: TogetherProps) {
  /** How many answers are waited for; null: nobody has said so yet. */
  const [waiting, setWaiting] = useState<number | null>(null);
  const [shown, setShown] = useState(false);
  const [wait] = useState<Wait>(() => () => {
    const add = (more: number) => setWaiting((last) => (last ?? 0) + more);
    let over = false;
    add(1);
    return () => {
      if (!over) add(-1);
      over = true;
    };
  });
  // Children's effects run first, so each that waits has said so by now.
  useEffect(() => setWaiting((last) => last ?? 0), []);
  if (!shown && ready && waiting === 0) setShown(true);
  return (
    <WaitContext value={wait}>
      {shown ? null : <Spinner text={strings.wait} />}
      <div className={classes.together} hidden={!shown}>
        {children}
      </div>
    </WaitContext>
  );
}
