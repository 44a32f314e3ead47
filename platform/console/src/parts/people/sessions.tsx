import { peopleRoutes } from '@tallystick/registry/parts/people/contract/routes';
import { useAdmin } from '../../admin/use-admin.ts';
import { useQuery } from '../../live/use-query.ts';
import { formatExactly, Moment } from '../../say/moment.tsx';
import { strings } from '../../strings.ts';
import { EndingList } from '../../ui/ending-list.tsx';
import { words } from './words.ts';

/** Who is signed in by the identity provider; nothing where there is none. */
export function Sessions() {
  const sessions = useQuery('sessions', (from, signal) =>
    from.ask(peopleRoutes.sessions, {}, signal),
  );
  const { value, trouble } = sessions;
  const admin = useAdmin();
  // Without a provider nobody is listed; with one, at least whoever looks.
  if (trouble?.code === 'no-call' || (trouble === null && !value?.length)) return null;
  return (
    <EndingList
      title={words.title}
      lead={words.lead}
      query={sessions}
      confirm={words.end}
      means={words.endMeans}
      end={({ id }) => admin.ask(peopleRoutes.endSession, { params: { id } })}
      rowOf={({ name, scope, at, seenAt, endsAt }) => ({
        name: (
          <>
            <strong>{name}</strong>
            <span>{strings.session.role(scope)}</span>
          </>
        ),
        facts: [
          <span key="used">
            {words.at[at]}, {words.used} <Moment at={seenAt} />
          </span>,
          <span key="until">
            {words.until} {formatExactly(endsAt)}
          </span>,
        ],
        endOf: words.endOf(name),
        ended: words.ended(name),
      })}
    />
  );
}
