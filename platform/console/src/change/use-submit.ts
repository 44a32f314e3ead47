import type { Revision } from '@tallystick/registry/contract/channel';
import { useState } from 'react';
import type { Admin } from '../admin/admin.ts';
import type { Trouble } from '../admin/answer.ts';
import { useAdmin } from '../admin/use-admin.ts';
import type { Draft } from './draft.ts';

/** How many revisions of the meantime are told at most. */
const most = 20;

/** Sends a change for the revision that its preview was made for, and finds out who was faster. */
export function useSubmit(channel: string) {
  const admin = useAdmin();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  /** What others did since the draft was looked at, newest first; null if the race was not lost. */
  const [moved, setMoved] = useState<Revision[] | null>(null);
  /** How many races were lost: the draft is to be looked at again after each. */
  const [lost, setLost] = useState(0);

  /** Sends the change that was looked at as `seen`. */
  async function submit(draft: Draft, reason: string, seen: Revision): Promise<Revision | null> {
    const expected = seen.revision - 1;
    setBusy(true);
    setTrouble(null);
    const answer = await admin.change(channel, expected, { ...draft, reason });
    if (answer.ok) return answer.value;
    if (answer.code === 'moved') {
      setMoved(await revisionsSince(admin, channel, expected));
      setLost((last) => last + 1);
    } else {
      setTrouble(answer);
    }
    setBusy(false);
    return null;
  }

  return { busy, trouble, moved, lost, submit };
}

async function revisionsSince(
  admin: Admin,
  channel: string,
  revision: number,
): Promise<Revision[]> {
  const answer = await admin.history(channel, { app: null, before: null, limit: most });
  return answer.ok ? answer.value.revisions.filter((each) => each.revision > revision) : [];
}
