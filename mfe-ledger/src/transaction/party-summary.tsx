import { Remote } from '@tallystick/shared/composition';
import type { Neighbours } from '@tallystick/shared/contracts/neighbours';
import type { TransferDetail } from '@tallystick/shared/contracts/transfer';
import { partyName } from '@tallystick/shared/format/names';
import { Link } from '@tallystick/shared/router';
import { partyPath } from '@tallystick/shared/transfers/paths';
import { LateDetails } from '@tallystick/shared/ui/late-details';
import { CopyButton } from '@tallystick/ui/copy-button';
import { strings } from '../strings.ts';
import { Beside } from './beside.tsx';
import type { Transaction } from './load-transaction.ts';
import classes from './party-summary.module.css';

/** The two parties: credit on the left, debit on the right, like the halves of a tally stick. */
export function PartySummary({
  transfer,
  neighbours,
}: Pick<Transaction, 'transfer' | 'neighbours'>) {
  const { credit, debit, feat } = transfer;
  return (
    <div className={classes.parties}>
      <Half role={strings.credit[feat.form]} party={credit} neighbours={neighbours?.credit} />
      <Split />
      <Half role={strings.debit} party={debit} neighbours={neighbours?.debit} />
    </div>
  );
}

interface HalfProps {
  /** What the party is in this transfer. */
  readonly role: string;
  readonly party: TransferDetail['credit'];
  readonly neighbours: Neighbours['credit'] | undefined;
}

function Half({ role, party, neighbours }: HalfProps) {
  const name = partyName(party.name, party.item);
  return (
    <section className={classes.half}>
      <h2 className={classes.role}>{role}</h2>
      <Link className={classes.party} to={partyPath({ kind: party.kind, id: party.item })}>
        <bdi>{name}</bdi>
      </Link>
      <p className={classes.id}>
        <code>{party.item}</code> <CopyButton text={party.item} what={strings.copied.party(role)} />
      </p>
      <AboutParty key={party.item} party={party} />
      <Beside party={name} neighbours={neighbours} />
    </section>
  );
}

/** What the parties' team says of a party, for who asks: nothing of it is loaded before. */
function AboutParty({ party: { kind, item } }: Pick<HalfProps, 'party'>) {
  return (
    <LateDetails summary={strings.aboutParty}>
      <Remote
        app="mfe-parties"
        expose="./party-card"
        props={{ kind, id: item }}
        fallback={<p>{strings.onPartyPage}</p>}
      />
    </LateDetails>
  );
}

/** Where the stick was broken: two edges that fit, and fit no other. */
function Split() {
  return (
    <svg
      className={classes.split}
      viewBox="0 0 52 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={classes.wood} d="M0 0H22L30 20L18 40L32 60L20 80L28 100H0Z" />
      <path className={classes.wood} d="M52 0H29L37 20L25 40L39 60L27 80L35 100H52Z" />
      <path className={classes.rim} d="M0 0H22M29 0H52M0 100H28M35 100H52" />
      <path
        className={classes.cut}
        d="M22 0L30 20L18 40L32 60L20 80L28 100M29 0L37 20L25 40L39 60L27 80L35 100"
      />
    </svg>
  );
}
