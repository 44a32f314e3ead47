import { ExportMenu } from '../export/export-menu.tsx';
import classes from './list-head.module.css';
import type { TransferQuery } from './list-query.ts';
import type { Scope } from './scope.ts';
import { SearchBox } from './search-box.tsx';

interface ListHeadProps {
  readonly title: string;
  readonly second: boolean;
  readonly scope: Scope;
  readonly query: TransferQuery;
  /** Rows of the whole list; undefined until they are known. */
  readonly count: number | undefined;
}

/** What a list is of, and what can be done with all of it. */
export function ListHead({ title, second, scope, query, count }: ListHeadProps) {
  const Heading = second ? 'h2' : 'h1';
  return (
    <div className={classes.head}>
      <Heading>{title}</Heading>
      <div className={classes.tools}>
        <SearchBox search={query.search} />
        <ExportMenu scope={scope} search={query.search} count={count} />
      </div>
    </div>
  );
}
