import type { Session } from '@tallystick/registry/parts/people/contract/people';
import { peopleRoutes } from '@tallystick/registry/parts/people/contract/routes';
import { useState } from 'react';
import { useAdmin } from '../../admin/use-admin.ts';
import { useLive } from '../../live/live.tsx';
import { useQuery } from '../../live/use-query.ts';
import { formatExactly, Moment } from '../../say/moment.tsx';
import { strings } from '../../strings.ts';
import classes from '../../tokens/tokens-page.module.css';
import { Action } from '../../ui/action.tsx';
import { EndingDialog } from '../../ui/ending-dialog.tsx';
import page from '../../ui/page.module.css';
import rows from '../../ui/rows.module.css';
import { TroubleNotice } from '../../ui/trouble-notice.tsx';
import { words } from './words.ts';

/** Who is signed in by the identity provider; nothing where there is none. */
export function Sessions() {
  const { value, at, trouble } = useQuery('sessions', (from, signal) =>
    from.ask(peopleRoutes.sessions, {}, signal),
  );
  const { refetchAll } = useLive();
  const admin = useAdmin();
  const [leaving, setLeaving] = useState<Session | null>(null);
  // Without a provider nobody is listed; with one, at least whoever looks.
  if (trouble?.code === 'no-call' || (trouble === null && !value?.length)) return null;
  // What ends late, of a dialog that was left, closes no other one.
  const close = () => {
    setLeaving((now) => (now === leaving ? null : now));
    refetchAll();
  };
  return (
    <section className={page.page}>
      <h2>{words.title}</h2>
      <p className={page.lead}>{words.lead}</p>
      <TroubleNotice trouble={trouble} shownAt={at} />
      <ul className={rows.list} aria-label={words.title}>
        {(value ?? []).map((session) => (
          <li key={session.id} className={rows.row}>
            <div>
              <p className={rows.name}>
                <strong>{session.name}</strong>
                <span>{strings.session.role(session.scope)}</span>
              </p>
              <p className={`${rows.facts} ${classes.facts}`}>
                <span>
                  {words.at[session.at]}, {words.used} <Moment at={session.seenAt} />
                </span>
                <span>
                  {words.until} {formatExactly(session.endsAt)}
                </span>
              </p>
            </div>
            <Action
              small
              aria-label={words.endOf(session.name)}
              onClick={() => setLeaving(session)}
            >
              {words.end}
            </Action>
          </li>
        ))}
      </ul>
      {leaving === null ? null : (
        <EndingDialog
          title={words.endOf(leaving.name)}
          confirm={words.end}
          end={() => admin.ask(peopleRoutes.endSession, { params: { id: leaving.id } })}
          ended={words.ended(leaving.name)}
          onClose={close}
        >
          <p>{words.endMeans}</p>
        </EndingDialog>
      )}
    </section>
  );
}
