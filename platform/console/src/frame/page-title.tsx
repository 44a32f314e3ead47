import { strings } from '../strings.ts';

/** The first heading of a page: where somebody who comes to it begins; and the tab's title. */
export function PageTitle({ text }: { readonly text: string }) {
  return (
    <>
      <title>{strings.title(text)}</title>
      <h1 tabIndex={-1}>{text}</h1>
    </>
  );
}
