import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { ChangeDialog } from './change-dialog.tsx';
import { FreezeDialog } from './freeze-dialog.tsx';
import type { Intent } from './intent.ts';
import { LockDialog } from './lock-dialog.tsx';

/** Begins something; `onDone` is called if it was done, not if it was left. */
type Begin = (intent: Intent, onDone?: () => void) => void;

const BeginContext = createContext<Begin>(() => {});

/** The way to begin a change of the channel, or a lock. */
export function useBegin(): Begin {
  return useContext(BeginContext);
}

interface Begun {
  channel: string;
  intent: Intent;
  onDone: () => void;
}

interface ChangesProps {
  readonly channel: string;
  readonly children: ReactNode;
}

/** Lets what is below begin changes of a channel; one at a time, in a dialog. */
export function Changes({ channel, children }: ChangesProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  // Who goes to another channel leaves what they began.
  if (begun !== null && begun.channel !== channel) setBegun(null);
  const begin = useCallback<Begin>(
    (intent, onDone = () => {}) => setBegun({ channel, intent, onDone }),
    [channel],
  );
  // What is done late, of a dialog that was left, closes no other one.
  const close = () => setBegun((now) => (now === begun ? null : now));
  const done = () => {
    begun?.onDone();
    close();
  };
  return (
    <BeginContext value={begin}>
      {children}
      {begun === null ? null : (
        <DialogOf channel={channel} intent={begun.intent} onClose={close} onDone={done} />
      )}
    </BeginContext>
  );
}

interface DialogOfProps {
  readonly channel: string;
  readonly intent: Intent;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function DialogOf({ intent, ...rest }: DialogOfProps) {
  if (intent.kind === 'lock' || intent.kind === 'unlock')
    return <LockDialog {...intent} {...rest} />;
  if (intent.kind === 'freeze' || intent.kind === 'unfreeze') {
    return <FreezeDialog {...intent} {...rest} />;
  }
  return <ChangeDialog intent={intent} {...rest} />;
}
