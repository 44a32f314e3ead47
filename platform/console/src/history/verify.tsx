import type { DatedVerification } from '@tallystick/registry/contract/history';
import { CopyButton } from '@tallystick/ui/copy-button';
import { useState } from 'react';
import { useAdmin, useCall } from '../admin/use-admin.ts';
import { Moment } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import classes from './verify.module.css';

/** Has the whole log of the history read, and says what came of it; for managers. */
export function Verify() {
  const admin = useAdmin();
  const { busy, trouble, run } = useCall();
  const [found, setFound] = useState<DatedVerification | null>(null);

  async function verify(): Promise<void> {
    if (busy) return;
    const answer = await run(admin.verify());
    setFound(answer.ok ? answer.value : null);
  }

  return (
    <div className={classes.verify}>
      <Action small onClick={() => void verify()}>
        {strings.history.verify}
      </Action>
      <div role="status" className={classes.result}>
        {busy ? strings.history.verifying : null}
        {busy || found === null ? null : <Result verification={found} />}
      </div>
      <TroubleNotice trouble={busy ? null : trouble} />
    </div>
  );
}

function Result({ verification }: { readonly verification: DatedVerification }) {
  const { ok, entries, revisions, head, problems, advice, at } = verification;
  const readAt = at === undefined ? null : <ReadAt at={at} />;
  if (!ok) {
    return (
      <div className={classes.broken}>
        <p>{strings.history.broken}</p>
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        {advice.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {readAt}
      </div>
    );
  }
  return (
    <div className={classes.holds}>
      <p>{strings.history.holds(entries, revisions)}</p>
      <p className={classes.head}>
        {strings.history.head}: <code>{head.slice(0, 16)}…</code>{' '}
        <CopyButton text={head} what={strings.history.head} />
      </p>
      {readAt}
    </div>
  );
}

/** What was read may be a minute old. */
function ReadAt({ at }: { readonly at: string }) {
  return (
    <p className={classes.head}>
      {strings.history.readAt} <Moment at={at} />
    </p>
  );
}
