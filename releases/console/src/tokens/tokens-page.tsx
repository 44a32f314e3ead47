import type { Token } from '@tallystick/registry/contract/tokens';
import { Spinner } from '@tallystick/shared/ui/spinner';
import { useState } from 'react';
import { PageTitle } from '../frame/page-title.tsx';
import { useLive } from '../live/live.tsx';
import { useQuery } from '../live/use-query.ts';
import { useNow } from '../say/use-now.ts';
import { useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import { CreateToken } from './create-token.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { TokenRow } from './token-row.tsx';
import { sortTokens } from './token-state.ts';
import classes from './tokens-page.module.css';
import { Trusts } from './trusts.tsx';

/** Who may publish and move builds; for managers. */
export function TokensPage() {
  const { actor } = useSignedIn();
  return (
    <div className={classes.page}>
      <PageTitle text={strings.tokens.title} />
      <p className={classes.lead}>
        {actor.scope.kind === 'manager' ? strings.tokens.lead : strings.tokens.managersOnly}
      </p>
      {actor.scope.kind === 'manager' ? (
        <>
          <Tokens />
          <Trusts />
        </>
      ) : null}
    </div>
  );
}

type Task = { kind: 'create' } | { kind: 'revoke'; token: Token };

function Tokens() {
  const { actor } = useSignedIn();
  const { refetchAll } = useLive();
  const { value, at, trouble } = useQuery('tokens', (admin, signal) => admin.tokens(signal));
  const now = useNow();
  const [task, setTask] = useState<Task | null>(null);
  const close = () => {
    setTask(null);
    refetchAll();
  };
  return (
    <>
      <div>
        <Action onClick={() => setTask({ kind: 'create' })}>{strings.tokens.create}</Action>
      </div>
      <TroubleNotice trouble={trouble} shownAt={at} />
      {value === null && trouble === null ? <Spinner text={strings.wait} /> : null}
      {value?.length === 0 ? <p>{strings.tokens.empty}</p> : null}
      <ul className={classes.list} aria-label={strings.tokens.title}>
        {sortTokens(value ?? [], now).map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            now={now}
            onRevoke={() => setTask({ kind: 'revoke', token })}
          />
        ))}
      </ul>
      {task?.kind === 'create' ? <CreateToken onClose={close} /> : null}
      {task?.kind === 'revoke' ? (
        <RevokeToken token={task.token} own={task.token.id === actor.tokenId} onClose={close} />
      ) : null}
    </>
  );
}
