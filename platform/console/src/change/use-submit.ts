import type { Revision } from '@tallystick/registry/contract/channel';
import { useState } from 'react';
import type { Admin } from '../admin/admin.ts';
import type { Trouble } from '../admin/answer.ts';
import { useAdmin } from '../admin/use-admin.ts';
import type { Look } from './use-preview.ts';

/** How many revisions of the meantime are told at most. */
const most = 20;

/** Sends a change as it was looked at, and finds out who was faster. */
export function useSubmit(channel: string) {
  const admin = useAdmin();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  /** What others did since the draft was looked at, newest first; null if the race was not lost. */
  const [moved, setMoved] = useState<Revision[] | null>(null);
  /** How many races were lost: the draft is to be looked at again after each. */
  const [lost, setLost] = useState(0);

  async function submit({ change, revision }: Look, reason: string): Promise<Revision | null> {
    const seen = revision.revision - 1;
    setBusy(true);
    setTrouble(null);
    const answer = await admin.change(channel, { ...change, reason }, seen);
    if (answer.ok && answer.value.outcome === 'made') return answer.value.revision;
    // Others have moved an app of it, or made the same already.
    if (answer.ok || answer.code === 'moved') {
      setMoved(await revisionsSince(admin, channel, seen));
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
