import type { AuditQuery } from '@tallystick/registry/contract/audit-filter';
import { type SubmitEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useQuery } from '../live/use-query.ts';
import { strings } from '../strings.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import classes from './audit-page.module.css';
import { type FilterName, withFilter } from './filter.ts';

interface FiltersProps {
  readonly channel: string;
  readonly filter: AuditQuery;
}

/** Which entries are shown; the address has it. */
export function Filters({ channel, filter }: FiltersProps) {
  const [query, setQuery] = useSearchParams();
  const board = useQuery(`board ${channel}`, (admin, signal) => admin.board(channel, signal));
  const apps = new Set([...(board.value?.apps ?? []), ...(filter.app ? [filter.app] : [])]);
  const choose = (name: FilterName) => (value: string) =>
    setQuery(withFilter(query, name, value), { preventScrollReset: true });
  return (
    <fieldset className={classes.filters}>
      <legend className="visually-hidden">{strings.audit.which}</legend>
      <Person key={filter.person} person={filter.person ?? ''} onPerson={choose('person')} />
      <SelectField
        label={strings.audit.filters.app}
        options={[
          { value: '', text: strings.history.everyApp },
          ...[...apps].sort().map((app) => ({ value: app, text: app })),
        ]}
        value={filter.app ?? ''}
        onValue={choose('app')}
      />
      <SelectField
        label={strings.audit.filters.kind}
        options={[
          { value: '', text: strings.audit.everyKind },
          ...Object.entries({ ...strings.kinds, ...strings.audit.actions })
            .map(([value, text]) => ({ value, text }))
            .sort((one, other) => one.text.localeCompare(other.text)),
        ]}
        value={filter.kind ?? ''}
        onValue={choose('kind')}
      />
      <SelectField
        label={strings.audit.filters.days}
        options={strings.audit.spans}
        value={filter.days ?? ''}
        onValue={choose('days')}
      />
    </fieldset>
  );
}

interface PersonProps {
  readonly person: string;
  readonly onPerson: (person: string) => void;
}

/** A name is looked for once it is written. */
function Person({ person, onPerson }: PersonProps) {
  const [text, setText] = useState(person);
  const ask = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onPerson(text.trim());
  };
  return (
    <form onSubmit={ask}>
      <TextField
        label={strings.audit.filters.person}
        placeholder={strings.audit.anybody}
        value={text}
        onText={setText}
        onBlur={() => onPerson(text.trim())}
      />
    </form>
  );
}
