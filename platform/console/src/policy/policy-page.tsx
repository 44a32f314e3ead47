import type { ChannelOpening } from '@tallystick/registry/contract/channel-openings';
import { Spinner } from '@tallystick/ui/spinner';
import { PageTitle } from '../frame/page-title.tsx';
import { useQuery } from '../live/use-query.ts';
import { strings } from '../strings.ts';
import page from '../ui/page.module.css';
import rows from '../ui/rows.module.css';
import { Tag } from '../ui/tag.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';

/** What pages of a channel may do beyond the strict policy, who needs it, and what it lets in. */
export function PolicyPage({ channel }: { readonly channel: string }) {
  const { value, at, trouble } = useQuery(`openings ${channel}`, (admin, signal) =>
    admin.openings(channel, signal),
  );
  const words = strings.policy;
  return (
    <div className={page.page}>
      <PageTitle text={words.title} />
      <p className={page.lead}>{words.lead}</p>
      <TroubleNotice trouble={trouble} shownAt={at} />
      {value === null && trouble === null ? <Spinner text={strings.wait} /> : null}
      {value?.length === 0 ? <p>{words.empty}</p> : null}
      <ul className={rows.list} aria-label={words.title}>
        {(value ?? []).map((one) => (
          <Opening key={one.opening} {...one} />
        ))}
      </ul>
    </div>
  );
}

function Opening({ opening, letsIn, bySite, approvedFor, neededBy }: ChannelOpening) {
  const words = strings.policy;
  const isOpen = bySite === true || approvedFor.length > 0;
  return (
    <li className={rows.row}>
      <div>
        <p className={rows.name}>
          <strong>{opening}</strong>
          {bySite === true ? <Tag tone="plain">{words.bySite}</Tag> : null}
          {approvedFor.length > 0 ? <Tag tone="plain">{words.approvedFor(approvedFor)}</Tag> : null}
          {isOpen ? null : <Tag tone="warning">{words.closed}</Tag>}
        </p>
        <p className={rows.facts}>
          <span>{words.neededBy(neededBy)}</span>
          {letsIn === '' ? null : <span>{words.letsIn(letsIn)}</span>}
        </p>
      </div>
    </li>
  );
}
