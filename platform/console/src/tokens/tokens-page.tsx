import type { Token } from '@tallystick/registry/contract/tokens';
import { useNow } from '@tallystick/ui/use-now';
import { useState } from 'react';
import { useAdmin } from '../admin/use-admin.ts';
import { PageTitle } from '../frame/page-title.tsx';
import { useLive } from '../live/live.tsx';
import { Together } from '../live/together.tsx';
import { useQuery } from '../live/use-query.ts';
import { accessPanels } from '../parts/all-parts.ts';
import { administers, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { EndingDialog } from '../ui/ending-dialog.tsx';
import page from '../ui/page.module.css';
import rows from '../ui/rows.module.css';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import { CreateToken } from './create-token.tsx';
import { TokenRow } from './token-row.tsx';
import { sortTokens } from './token-state.ts';

/** Who may publish and move builds; for managers. */
export function TokensPage() {
  const { actor } = useSignedIn();
  return (
    <div className={page.page}>
      <PageTitle text={strings.tokens.title} />
      <p className={page.lead}>
        {administers(actor) ? strings.tokens.lead : strings.tokens.managersOnly}
      </p>
      {administers(actor) ? (
        <Together>
          <Tokens />
          {accessPanels.map(({ name, Panel }) => (
            <Panel key={name} />
          ))}
        </Together>
      ) : null}
    </div>
  );
}

function Tokens() {
  const { actor } = useSignedIn();
  const { refetchAll } = useLive();
  const { value, at, trouble } = useQuery('tokens', (from, signal) => from.tokens(signal));
  const now = useNow();
  const admin = useAdmin();
  /** A token that is to be revoked, or one that is to be made. */
  const [task, setTask] = useState<Token | 'create' | null>(null);
  const words = strings.tokens;
  // What ends late, of a dialog that was left, closes no other one.
  const close = () => {
    setTask((now) => (now === task ? null : now));
    refetchAll();
  };
  return (
    <>
      <div>
        <Action onClick={() => setTask('create')}>{strings.tokens.create}</Action>
      </div>
      <TroubleNotice trouble={trouble} shownAt={at} />
      {value?.length === 0 ? <p>{strings.tokens.empty}</p> : null}
      <ul className={rows.list} aria-label={strings.tokens.title}>
        {sortTokens(value ?? [], now).map((token) => (
          <TokenRow key={token.id} token={token} now={now} onRevoke={() => setTask(token)} />
        ))}
      </ul>
      {task === 'create' ? <CreateToken onClose={close} /> : null}
      {task !== null && task !== 'create' ? (
        <EndingDialog
          title={words.revokeOf(task.name)}
          confirm={words.revoke}
          end={() => admin.revokeToken(task.id)}
          ended={words.revokedOf(task.name)}
          onClose={close}
        >
          <p>{words.revokeMeans(task.name)}</p>
          {task.id === actor.tokenId ? <p>{words.own}</p> : null}
        </EndingDialog>
      ) : null}
    </>
  );
}
