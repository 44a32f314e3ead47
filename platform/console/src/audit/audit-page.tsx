import type { AuditEntry } from '@tallystick/registry/contract/history';
import { auditPage } from '../admin/admin.ts';
import { PageTitle } from '../frame/page-title.tsx';
import { PagedList, type ReadPage } from '../history/paged-list.tsx';
import { Verify } from '../history/verify.tsx';
import { MomentInFull } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import page from '../ui/page.module.css';
import rows from '../ui/rows.module.css';
import classes from './audit-page.module.css';

/** Everything that was done to the registry, newest first. */
export function AuditPage() {
  return (
    <div className={page.page}>
      <PageTitle text={strings.audit.title} />
      <p className={page.lead}>{strings.audit.lead}</p>
      <Verify />
      <PagedList
        name="audit"
        read={readAudit}
        numberOf={({ sequence }) => sequence}
        empty={strings.audit.empty}
      >
        {(entries) => (
          <ol className={rows.list}>
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
        )}
      </PagedList>
    </div>
  );
}

/** What an entry says beside who, when and what: `name: value` each, in the order of the record. */
function entryWords({ detail }: AuditEntry): string[] {
  return Object.entries(detail)
    .filter(([, value]) => (value ?? '') !== '')
    .map(
      ([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
    );
}

const readAudit: ReadPage<AuditEntry> = async (admin, before, signal) => {
  const answer = await admin.audit(before, signal);
  if (!answer.ok) return answer;
  const items = answer.value;
  const next = items.length < auditPage ? null : (items.at(-1)?.sequence ?? null);
  return { ok: true, value: { items, next } };
};
