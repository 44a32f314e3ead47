import { appsOf } from '@tallystick/registry/contract/tokens';
import { trustRoutes } from '@tallystick/registry/parts/trust/contract/routes';
import type { Trust } from '@tallystick/registry/parts/trust/contract/trust';
import { useAdmin } from '../../admin/use-admin.ts';
import { useQuery } from '../../live/use-query.ts';
import { Moment } from '../../say/moment.tsx';
import { strings } from '../../strings.ts';
import { EndingList } from '../../ui/ending-list.tsx';
import { words } from './words.ts';

/** The pipelines that publish without a token of their own; for managers. */
export function Trusts() {
  const trusts = useQuery('trusts', (from, signal) => from.ask(trustRoutes.trusts, {}, signal));
  const admin = useAdmin();
  return (
    <EndingList
      title={words.title}
      lead={trusts.value?.length === 0 ? words.empty : words.lead}
      query={trusts}
      confirm={words.withdraw}
      means={words.withdrawMeans}
      end={({ id }) => admin.ask(trustRoutes.withdrawTrust, { params: { id } })}
      rowOf={(trust) => ({
        name: (
          <>
            <strong>{namesOf(trust)}</strong>
            <span>{words.may[trust.may]}</span>
            <span>{claimsOf(trust)}</span>
          </>
        ),
        facts: [
          <span key="issuer">{trust.issuer}</span>,
          <span key="by">
            {strings.board.by(trust.createdBy)}, <Moment at={trust.createdAt} />
          </span>,
        ],
        problem: trust.problem && (
          <>
            <strong>{words.notHonoured}</strong> {trust.problem}
          </>
        ),
        endOf: words.withdrawOf(namesOf(trust), claimsOf(trust)),
        ended: words.withdrawn(namesOf(trust)),
      })}
    />
  );
}

const namesOf = (trust: Trust) => appsOf(trust).join(', ');

function claimsOf({ claims }: Trust): string {
  return Object.entries(claims)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}
