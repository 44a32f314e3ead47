import { Remote } from '@tallystick/shared/composition';
import { partyName } from '@tallystick/shared/format/names';
import { Link } from '@tallystick/shared/router';
import { partyPath } from '@tallystick/shared/transfers/paths';
import { useWatchedParties } from '@tallystick/shared/watched/watched-parties';
import { strings } from '../strings.ts';
import classes from './watched.module.css';

/** The parties that somebody watches, as their team shows them; nothing where none is watched. */
export function Watched() {
  const parties = useWatchedParties();
  if (parties.length === 0) return null;
  return (
    <section className={classes.watched} aria-label={strings.watched}>
      <h2>{strings.watched}</h2>
      {/* What moves nothing when the widget takes its place. */}
      <div className={classes.place} data-parties={Math.min(parties.length, 3)}>
        <Remote
          app="mfe-parties"
          expose="./watched"
          props={{}}
          fallback={
            <ul className={classes.names}>
              {parties.map(({ kind, id, name }) => (
                <li key={`${kind}/${id}`}>
                  <Link to={partyPath({ kind, id })}>
                    <bdi>{partyName(name, id)}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          }
        />
      </div>
    </section>
  );
}
