import { everyApp } from '@tallystick/registry/contract/scalars';
import { serverNow } from '@tallystick/timing/server-clock';
import { useState } from 'react';
import { useAdmin, useCall } from '../admin/use-admin.ts';
import { useLive } from '../live/live.tsx';
import { useQuery } from '../live/use-query.ts';
import { formatExactly } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import { useAnnounce } from '../ui/announcements.tsx';
import { MomentField, momentIn, momentText } from '../ui/moment-field.tsx';
import { reasonsFor } from './draft.ts';
import { intentWords } from './intent.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** How long a freeze is, in milliseconds, if nobody chooses. */
const suggested = 24 * 3_600_000;

interface FreezeDialogProps {
  readonly channel: string;
  readonly kind: 'freeze' | 'unfreeze';
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks why and until when nothing is to be shipped to a channel, or why that ends, and does it. */
export function FreezeDialog({ channel, kind, onClose, onDone }: FreezeDialogProps) {
  const admin = useAdmin();
  const announce = useAnnounce();
  const { refetchAll } = useLive();
  const board = useQuery(`board ${channel}`, (from, signal) => from.board(channel, signal));
  const { busy, trouble, run } = useCall();
  const [typed, setTyped] = useState(() => momentText(serverNow() + suggested));
  const freezes = kind === 'freeze';
  const until = momentIn(typed);
  const frozen = board.value?.locks.find(({ app }) => app === everyApp);
  const words = strings.change;

  async function send(reason: string): Promise<void> {
    if (until === null) return;
    const asked = freezes
      ? admin.lock(channel, everyApp, reason, until)
      : admin.unlock(channel, everyApp, reason);
    const answer = await run<unknown>(asked);
    if (!answer.ok) return;
    announce(words.done[kind](channel));
    refetchAll();
    onDone();
  }

  return (
    <ReasonDialog
      {...intentWords({ kind })}
      disabled={busy || (freezes && until === null)}
      trouble={trouble}
      onClose={onClose}
      suggestions={reasonsFor[kind]}
      onSend={(reason) => void send(reason)}
    >
      <p>{freezes ? words.freezeMeans : words.unfreezeMeans}</p>
      {freezes ? (
        <MomentField
          label={words.frozenUntil}
          missing={words.untilMissing}
          text={typed}
          onText={setTyped}
        />
      ) : null}
      <p role="status">
        {frozen === undefined
          ? null
          : words.frozenBy(frozen.by, formatExactly(frozen.until ?? frozen.at), frozen.reason)}
      </p>
    </ReasonDialog>
  );
}
