import type { AuditQuery } from '@tallystick/registry/contract/audit-filter';
import { sentenceOf } from '@tallystick/registry/contract/audit-sentence';
import type { AuditEntry } from '@tallystick/registry/contract/history';
import { buildNames } from '@tallystick/registry/contract/provenance';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRoute } from '../address/use-route.ts';
import { auditPage } from '../admin/admin.ts';
import { PageTitle } from '../frame/page-title.tsx';
import { PagedList, type ReadPage } from '../history/paged-list.tsx';
import { Verify } from '../history/verify.tsx';
import { useQuery } from '../live/use-query.ts';
import { MomentInFull } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import page from '../ui/page.module.css';
import rows from '../ui/rows.module.css';
import classes from './audit-page.module.css';
import { exportAddress, filterIn } from './filter.ts';
import { Filters } from './filters.tsx';

/** Everything that was done to the registry, in sentences, newest first. */
export function AuditPage() {
  const { channel } = useRoute();
  const [query] = useSearchParams();
  const filter = filterIn(query);
  const builds = useQuery('builds', (admin, signal) => admin.builds(null, signal));
  const nameOf = useMemo(() => buildNames(builds.value ?? []), [builds.value]);
  const name = `audit ${JSON.stringify(filter)}`;
  return (
    <div className={page.page}>
      <PageTitle text={strings.audit.title} />
      <p className={page.lead}>{strings.audit.lead}</p>
      <Verify />
      <Filters channel={channel} filter={filter} />
      <p className={classes.exports}>
        {strings.audit.export}
        <a href={exportAddress(filter, 'csv')} download>
          CSV
        </a>
        <a href={exportAddress(filter, 'ndjson')} download>
          NDJSON
        </a>
      </p>
      <PagedList
        key={name}
        name={name}
        read={readAudit(filter)}
        numberOf={({ sequence }) => sequence}
        empty={Object.values(filter).some(Boolean) ? strings.audit.noSuch : strings.audit.empty}
      >
        {(entries) => (
          <ol className={rows.list}>
            {entries.map((entry) => (
              <li key={entry.sequence} className={classes.entry}>
                <code className={classes.sequence}>{entry.sequence}</code>
                <p className={classes.sentence}>{sentenceOf(entry, nameOf)}</p>
                <span className={classes.when}>
                  <MomentInFull at={entry.at} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </div>
  );
}

function readAudit(filter: AuditQuery): ReadPage<AuditEntry> {
  return async (admin, before, signal) => {
    const answer = await admin.audit(filter, before, signal);
    if (!answer.ok) return answer;
    const items = answer.value;
    const next = items.length < auditPage ? null : (items.at(-1)?.sequence ?? null);
    return { ok: true, value: { items, next } };
  };
}
