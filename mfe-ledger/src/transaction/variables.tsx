import { visible } from '@tallystick/contract/visible';
import type { Answer } from '@tallystick/shared/api';
import type { DataVariable } from '@tallystick/shared/contracts/transfer';
import { RetryNotice } from '@tallystick/shared/ui/retry-notice';
import { strings } from '../strings.ts';
import classes from './variables.module.css';

/** The numbered variables of a transfer, or 'Not Available'; null: on their way. */
export function Variables({ loaded }: { readonly loaded: Answer<readonly DataVariable[]> | null }) {
  if (loaded === null) return <p className={classes.words}>{strings.wait}</p>;
  if (!loaded.ok) return <RetryNotice title={strings.dataFailed} text={loaded.error} />;
  if (loaded.data.length === 0) return <p className={classes.words}>{strings.notAvailable}</p>;
  return <VariableTable vars={loaded.data} />;
}

function VariableTable({ vars }: { readonly vars: readonly DataVariable[] }) {
  const { number, name, memo, value } = strings.columns;
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption className="visually-hidden">{strings.data}</caption>
        <thead>
          <tr>
            <th scope="col">{number}</th>
            <th scope="col">{name}</th>
            <th scope="col">{memo}</th>
            <th scope="col">{value}</th>
          </tr>
        </thead>
        <tbody>
          {vars.map((variable, index) => (
            <tr key={index}>
              <td>{index + 1}</td>
              <th scope="row">
                <bdi>{visible(variable.name)}</bdi>
              </th>
              <td>{variable.memo && <bdi>{visible(variable.memo)}</bdi>}</td>
              <td>
                <Value data={variable.data} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A value as it is: what is not a text of its own says what it is. */
function Value({ data }: Pick<DataVariable, 'data'>) {
  if (data === '') return <span className={classes.bare}>{strings.emptyText}</span>;
  if (data === null || typeof data === 'boolean') {
    return <code className={classes.bare}>{String(data)}</code>;
  }
  return <bdi>{visible(String(data))}</bdi>;
}
