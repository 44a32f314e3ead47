import {
  type ErrorGroup,
  placeOf,
  placeWords,
} from '@tallystick/registry/parts/errors/contract/page-errors';
import { errorRoutes } from '@tallystick/registry/parts/errors/contract/routes';
import { useQuery } from '../../live/use-query.ts';
import { BuildName } from '../../say/build-name.tsx';
import { Moment } from '../../say/moment.tsx';
import rows from '../../ui/rows.module.css';
import { Section } from '../../ui/section.tsx';
import { TroubleNotice } from '../../ui/trouble-notice.tsx';
import classes from './app-errors.module.css';
import { words } from './words.ts';

/** How many groups are shown. */
const most = 20;

/** Groups of errors in pages of an app, the last seen first. Each has its message, its place and its first build. */
export function AppErrors({ app }: { readonly app: string }) {
  const { value, trouble } = useQuery(`errors of ${app}`, (admin, signal) =>
    admin.ask(errorRoutes.errors, { params: { app }, query: {} }, signal),
  );
  // A registry of before does not count them.
  const missed = useQuery(`missed errors of ${app}`, (admin, signal) =>
    admin.ask(errorRoutes.missedErrors, { params: { app }, query: {} }, signal),
  );
  if (value === null) return <TroubleNotice trouble={trouble} />;
  const notKept = missed.value?.errors ?? 0;
  return (
    <Section title={words.title} none={value.length + notKept === 0 && words.none}>
      <ul className={rows.list}>
        {value.slice(0, most).map((group) => (
          <Group key={group.fingerprint} group={group} />
        ))}
      </ul>
      {value.length > most ? <p>{words.more(value.length - most)}</p> : null}
      {notKept > 0 ? <p>{words.missed(notKept, value.length > 0)}</p> : null}
    </Section>
  );
}

function Group({ group }: { readonly group: ErrorGroup }) {
  const { name, message, frames, began, lastSeen, browsers } = group;
  return (
    <li className={classes.group}>
      <p className={classes.message}>
        {name}: {message}
      </p>
      <p>
        <code>{placeWords(placeOf(frames)) || words.nowhere}</code>
      </p>
      <p className={rows.facts}>
        <span>{words.browsers(browsers)}</span>
        <span>
          {words.began} <BuildName build={began.build} />, <Moment at={began.at} />
        </span>
        <span>
          {words.last} <Moment at={lastSeen} />
        </span>
      </p>
    </li>
  );
}
