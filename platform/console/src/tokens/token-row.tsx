import { appsOf, type Token } from '@tallystick/registry/contract/tokens';
import { formatExactly, Moment } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import rows from '../ui/rows.module.css';
import { Tag } from '../ui/tag.tsx';
import { tokenState } from './token-state.ts';

interface TokenRowProps {
  readonly token: Token;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly onRevoke: () => void;
}

/** One token: whose, for what, until when; and the way to end it. */
export function TokenRow({ token, now, onRevoke }: TokenRowProps) {
  const { name, scope, createdAt, createdBy, expiresAt, revokedAt, lastUsedAt } = token;
  const state = tokenState(token, now);
  const words = strings.tokens;
  return (
    <li className={rows.row}>
      <div>
        <p className={rows.name}>
          <strong>{name}</strong>
          <Tag tone={state === 'active' ? 'good' : 'plain'}>{words[state]}</Tag>
          <span>
            {scope.kind === 'manager' ? words.manager : words.publisher(appsOf(scope).join(', '))}
          </span>
        </p>
        <p className={`${rows.facts} ${rows.even}`}>
          <span>
            {words.created} {strings.board.by(createdBy)}, <Moment at={createdAt} />
          </span>
          <span>
            {words.used} {lastUsedAt === null ? words.never : <Moment at={lastUsedAt} />}
          </span>
          {revokedAt === null ? (
            <span>
              {words.expires} {formatExactly(expiresAt)}
            </span>
          ) : (
            <span>
              {words.revoked} <Moment at={revokedAt} />
            </span>
          )}
        </p>
      </div>
      {state === 'active' ? (
        <Action small aria-label={words.revokeOf(name)} onClick={onRevoke}>
          {words.revoke}
        </Action>
      ) : null}
    </li>
  );
}
