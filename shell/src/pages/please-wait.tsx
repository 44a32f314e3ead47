/** Stands in the main zone until the first page is there. */
export function PleaseWait() {
  return <p role="status">Please wait...</p>;
}
