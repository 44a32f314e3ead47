import { strings } from '../strings.ts';

/** Stands in the main zone until the first page is there. */
export function PleaseWait() {
  return <p role="status">{strings.pleaseWait}</p>;
}
