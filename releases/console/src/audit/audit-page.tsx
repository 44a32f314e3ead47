import type { AuditEntry } from '@tallystick/registry/contract/history';
import { Spinner } from '@tallystick/shared/ui/spinner';
import { auditPage } from '../admin/admin.ts';
import { PageTitle } from '../frame/page-title.tsx';
import { type ReadPage, usePages } from '../history/use-pages.ts';
import { Verify } from '../history/verify.tsx';
import { MomentInFull } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import classes from './audit-page.module.css';
import { entryWords } from './entry-words.ts';

/** Everything that was done to the registry, newest first. */
export function AuditPage() {
  const { seen, at, trouble, busy, loadMore } = usePages(
    'audit',
    readAudit,
    ({ sequence }) => sequence,
  );
  return (
    <div className={classes.page}>
      <PageTitle text={strings.audit.title} />
      <p className={classes.lead}>{strings.audit.lead}</p>
      <Verify />
      <TroubleNotice trouble={trouble} shownAt={at} />
      {seen === null && trouble === null ? <Spinner text={strings.wait} /> : null}
      {seen?.items.length === 0 ? <p>{strings.audit.empty}</p> : null}
      <ol className={classes.entries}>
        {seen?.items.map((entry) => (
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
      {seen?.next == null ? null : (
        <div>
          <Action disabled={busy} onClick={() => void loadMore()}>
            {strings.audit.more}
          </Action>
        </div>
      )}
    </div>
  );
}

const readAudit: ReadPage<AuditEntry> = async (admin, before, signal) => {
  const answer = await admin.audit(before, signal);
  if (!answer.ok) return answer;
  const items = answer.value;
  const next = items.length < auditPage ? null : (items.at(-1)?.sequence ?? null);
  return { ok: true, value: { items, next } };
};
