import type { AuditEntry } from '@tallystick/registry/contract/history';
import { Spinner } from '@tallystick/shared/ui/spinner';
import { useState } from 'react';
import { auditPage } from '../admin/admin.ts';
import type { Trouble } from '../admin/answer.ts';
import { useAdmin } from '../admin/use-admin.ts';
import { PageTitle } from '../frame/page-title.tsx';
import { Verify } from '../history/verify.tsx';
import { useReading } from '../live/use-reading.ts';
import { MomentInFull } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import classes from './audit-page.module.css';
import { entryWords } from './entry-words.ts';

/** Everything that was done to the registry, newest first. */
export function AuditPage() {
  const admin = useAdmin();
  const newest = useReading('audit', (from, signal) => from.audit(null, signal));
  const [older, setOlder] = useState<readonly AuditEntry[]>([]);
  const [atEnd, setAtEnd] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const entries = joined(newest.value ?? [], older);
  const full = (newest.value?.length ?? 0) === auditPage;

  async function loadMore(): Promise<void> {
    const answer = await admin.audit(entries.at(-1)?.sequence ?? null);
    setTrouble(answer.ok ? null : answer);
    if (!answer.ok) return;
    // What was newest until now is kept too: the newest page moves on.
    setOlder([...entries, ...answer.value]);
    setAtEnd(answer.value.length < auditPage);
  }

  const failed = newest.trouble ?? trouble;
  return (
    <div className={classes.page}>
      <PageTitle text={strings.audit.title} />
      <p className={classes.lead}>{strings.audit.lead}</p>
      <Verify />
      {failed === null ? null : <TroubleNotice trouble={failed} shownAt={newest.at} />}
      {newest.value === null && failed === null ? <Spinner text={strings.wait} /> : null}
      {newest.value?.length === 0 ? <p>{strings.audit.empty}</p> : null}
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.sequence} className={classes.entry}>
            <p className={classes.head}>
              <code className={classes.sequence}>{entry.sequence}</code>
              <strong>{strings.audit.actions[entry.action]}</strong>
              <span className={classes.when}>
                {strings.board.by(entry.by)}, <MomentInFull at={entry.at} />
              </span>
            </p>
            <ul className={classes.detail}>
              {entryWords(entry).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {full && !atEnd ? (
        <div>
          <Action onClick={() => void loadMore()}>{strings.audit.more}</Action>
        </div>
      ) : null}
    </div>
  );
}

function joined(newest: readonly AuditEntry[], older: readonly AuditEntry[]): AuditEntry[] {
  const oldest = newest.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
  return [...newest, ...older.filter(({ sequence }) => sequence < oldest)];
}
