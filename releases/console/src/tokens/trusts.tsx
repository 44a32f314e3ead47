import type { Trust } from '@tallystick/registry/contract/trust';
import { useState } from 'react';
import { useAdmin, useCall } from '../admin/use-admin.ts';
import { useLive } from '../live/live.tsx';
import { useQuery } from '../live/use-query.ts';
import { Moment } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import classes from './tokens-page.module.css';

/** The pipelines that publish without a token of their own; for managers. */
export function Trusts() {
  const { value, at, trouble } = useQuery('trusts', (admin, signal) => admin.trusts(signal));
  const { refetchAll } = useLive();
  const [leaving, setLeaving] = useState<Trust | null>(null);
  const words = strings.trusts;
  return (
    <section className={classes.page}>
      <h2>{words.title}</h2>
      <p className={classes.lead}>{value?.length === 0 ? words.empty : words.lead}</p>
      <TroubleNotice trouble={trouble} shownAt={at} />
      <ul className={classes.list} aria-label={words.title}>
        {(value ?? []).map((trust) => (
          <li key={trust.id} className={classes.token}>
            <div>
              <p className={classes.name}>
                <strong>{trust.app}</strong>
                <span>{words.may[trust.may]}</span>
                <span>{claimsOf(trust)}</span>
              </p>
              <p className={classes.facts}>
                <span>{trust.issuer}</span>
                <span>
                  {strings.board.by(trust.createdBy)}, <Moment at={trust.createdAt} />
                </span>
              </p>
            </div>
            <Action
              look="small"
              aria-label={words.withdrawOf(trust.app, claimsOf(trust))}
              onClick={() => setLeaving(trust)}
            >
              {words.withdraw}
            </Action>
          </li>
        ))}
      </ul>
      {leaving === null ? null : (
        <WithdrawTrust
          trust={leaving}
          onClose={() => {
            setLeaving(null);
            refetchAll();
          }}
        />
      )}
    </section>
  );
}

interface WithdrawTrustProps {
  readonly trust: Trust;
  readonly onClose: () => void;
}

/** Asks before a pipeline is trusted no more. */
function WithdrawTrust({ trust, onClose }: WithdrawTrustProps) {
  const admin = useAdmin();
  const { trouble, run } = useCall();
  const words = strings.trusts;

  async function withdraw(): Promise<void> {
    const answer = await run(admin.withdrawTrust(trust.id));
    if (answer.ok) onClose();
  }

  return (
    <FormDialog
      title={words.withdrawOf(trust.app, claimsOf(trust))}
      confirm={words.withdraw}
      careful
      trouble={trouble}
      onClose={onClose}
      onSend={() => void withdraw()}
    >
      <p>{words.withdrawMeans}</p>
    </FormDialog>
  );
}

function claimsOf({ claims }: Trust): string {
  return Object.entries(claims)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}
