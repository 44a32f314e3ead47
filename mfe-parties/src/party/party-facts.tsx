import type { PartyKind } from '@tallystick/shared/contracts/party';
import { partyKindNames, partyName } from '@tallystick/shared/format/names';
import { Link } from '@tallystick/shared/router';
import { partyPath } from '@tallystick/shared/transfers/paths';
import { CopyButton } from '@tallystick/ui/copy-button';
import { type Fact, Facts } from '@tallystick/ui/facts';
import { strings } from '../strings.ts';
import type { Party } from './load-party.ts';
import classes from './party-facts.module.css';

interface PartyFactsProps {
  readonly kind: PartyKind;
  readonly party: Pick<Party, 'id' | 'name' | 'kinds'>;
  /** Also shows the name, for places where no heading says it. */
  readonly withName?: boolean;
  /** What else is known. */
  readonly more?: readonly Fact[];
}

/** Who a party is: id, what it does under this kind, and the pages of its other kinds. */
export function PartyFacts({
  kind,
  party: { id, name, kinds },
  withName = false,
  more = [],
}: PartyFactsProps) {
  const others = kinds.filter((other) => other !== kind);
  const nameFact = { name: strings.name, value: <bdi>{partyName(name, id)}</bdi> };
  const also = {
    name: strings.also,
    value: (
      <ul className={classes.others}>
        {others.map((other) => (
          <li key={other}>
            <Link to={partyPath({ kind: other, id })}>{partyKindNames[other]}</Link>
          </li>
        ))}
      </ul>
    ),
  };
  return (
    <Facts
      facts={[
        ...(withName ? [nameFact] : []),
        {
          name: strings.id,
          value: (
            <>
              <code>{id}</code> <CopyButton text={id} what={strings.partyId} />
            </>
          ),
        },
        {
          name: strings.kind,
          value: (
            <>
              {partyKindNames[kind]} <span className={classes.role}>{strings.roles[kind]}</span>
            </>
          ),
        },
        ...(others.length === 0 ? [] : [also]),
        ...more,
      ]}
    />
  );
}
