import { appsOf } from '@tallystick/registry/contract/tokens';
import { trustRoutes } from '@tallystick/registry/parts/trust/contract/routes';
import type { Trust } from '@tallystick/registry/parts/trust/contract/trust';
import { useState } from 'react';
import { useAdmin } from '../../admin/use-admin.ts';
import { useLive } from '../../live/live.tsx';
import { useQuery } from '../../live/use-query.ts';
import { Moment } from '../../say/moment.tsx';
import { strings } from '../../strings.ts';
import classes from '../../tokens/tokens-page.module.css';
import { Action } from '../../ui/action.tsx';
import { EndingDialog } from '../../ui/ending-dialog.tsx';
import page from '../../ui/page.module.css';
import rows from '../../ui/rows.module.css';
import { TroubleNotice } from '../../ui/trouble-notice.tsx';
import { words } from './words.ts';

/** The pipelines that publish without a token of their own; for managers. */
export function Trusts() {
  const { value, at, trouble } = useQuery('trusts', (from, signal) =>
    from.ask(trustRoutes.trusts, {}, signal),
  );
  const { refetchAll } = useLive();
  const admin = useAdmin();
  const [leaving, setLeaving] = useState<Trust | null>(null);
  // What ends late, of a dialog that was left, closes no other one.
  const close = () => {
    setLeaving((now) => (now === leaving ? null : now));
    refetchAll();
  };
  return (
    <section className={page.page}>
      <h2>{words.title}</h2>
      <p className={page.lead}>{value?.length === 0 ? words.empty : words.lead}</p>
      <TroubleNotice trouble={trouble} shownAt={at} />
      <ul className={rows.list} aria-label={words.title}>
        {(value ?? []).map((trust) => (
          <li key={trust.id} className={rows.row}>
            <div>
              <p className={rows.name}>
                <strong>{namesOf(trust)}</strong>
                <span>{words.may[trust.may]}</span>
                <span>{claimsOf(trust)}</span>
              </p>
              <p className={`${rows.facts} ${classes.facts}`}>
                <span>{trust.issuer}</span>
                <span>
                  {strings.board.by(trust.createdBy)}, <Moment at={trust.createdAt} />
                </span>
              </p>
              {trust.problem === undefined ? null : (
                <p className={classes.problem}>
                  <strong>{words.notHonoured}</strong> {trust.problem}
                </p>
              )}
            </div>
            <Action
              small
              aria-label={words.withdrawOf(namesOf(trust), claimsOf(trust))}
              onClick={() => setLeaving(trust)}
            >
              {words.withdraw}
            </Action>
          </li>
        ))}
      </ul>
      {leaving === null ? null : (
        <EndingDialog
          title={words.withdrawOf(namesOf(leaving), claimsOf(leaving))}
          confirm={words.withdraw}
          end={() => admin.ask(trustRoutes.withdrawTrust, { params: { id: leaving.id } })}
          ended={words.withdrawn(namesOf(leaving))}
          onClose={close}
        >
          <p>{words.withdrawMeans}</p>
        </EndingDialog>
      )}
    </section>
  );
}

const namesOf = (trust: Trust) => appsOf(trust).join(', ');

function claimsOf({ claims }: Trust): string {
  return Object.entries(claims)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}
