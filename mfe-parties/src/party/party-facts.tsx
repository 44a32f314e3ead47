import type { PartyKind } from '@tallystick/shared/contracts/party';
import { visible } from '@tallystick/shared/format/visible';
import { Link } from '@tallystick/shared/router';
import { CopyButton } from '@tallystick/shared/ui/copy-button';
import { Facts } from '@tallystick/shared/ui/facts';
import { strings } from '../strings.ts';
import type { Party } from './load-party.ts';
import classes from './party-facts.module.css';

interface PartyFactsProps {
  readonly kind: PartyKind;
  readonly party: Pick<Party, 'id' | 'name' | 'kinds'>;
}

/** Who a party is: name, id, what it does under this kind, and the pages of its other kinds. */
export function PartyFacts({ kind, party: { id, name, kinds } }: PartyFactsProps) {
  const others = kinds.filter((other) => other !== kind);
  return (
    <Facts
      facts={[
        {
          name: strings.name,
          value: (
            <>
              <bdi>{visible(name)}</bdi> <CopyButton text={name} what={strings.partyName} />
            </>
          ),
        },
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
              {strings.kinds[kind]} <span className={classes.role}>{strings.roles[kind]}</span>
            </>
          ),
        },
        ...(others.length === 0
          ? []
          : [
              {
                name: strings.also,
                value: (
                  <ul className={classes.others}>
                    {others.map((other) => (
                      <li key={other}>
                        <Link to={`/${other}/${encodeURIComponent(id)}`}>
                          {strings.kinds[other]}
                        </Link>
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]),
      ]}
    />
  );
}
