import { Remote } from '@tallystick/shared/composition';
import type { TransferDetail } from '@tallystick/shared/contracts/transfer';
import { useState } from 'react';
import { strings } from '../strings.ts';

/** What the parties' team says of a party, for who asks: nothing of it is loaded before. */
export function AboutParty({
  party: { kind, item },
}: {
  readonly party: TransferDetail['credit'];
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{strings.aboutParty}</summary>
      {isOpen ? (
        <Remote
          app="mfe-parties"
          expose="./party-card"
          props={{ kind, id: item }}
          fallback={<p>{strings.onPartyPage}</p>}
        />
      ) : null}
    </details>
  );
}
