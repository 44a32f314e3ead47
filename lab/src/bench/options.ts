import type { parseArgs } from 'node:util';
import { isHere } from '@tallystick/guard/cache-in-front.testing';
import { Misuse } from '../command/command.ts';
import { fromCaller, wholeNumber } from '../command/read-values.ts';
import { type Part, type PartOptions, parts } from './parts.ts';

export const help = `Usage: npm run bench -- [--data FILE] [--only PART]
       npm run bench -- --only rendering [--pages N]
       npm run bench -- --only cached-readers [--readers N]
       npm run bench -- --only ledger-at-size [--rows N] [--data-dir DIR]

Measures what a first visit loads and the ledger service, each against a peer or a limit in the same
run, and exits with 1 if a limit is missed. PART is first-visit, interactions, ledger-service, or
lists-under-import, which takes five minutes. Only by their names: live-readers: 5,000 readers, two minutes; cached-readers: N readers (10,000) of
the durable stream behind Varnish; returning-visitor: bytes of a release for
a returning visitor, a minute; dev-refresh: from a saved file to a painted page, for the author of a remote;
navigations: from a click to the next page, and back; rendering: what it costs the site server to render N pages (2,000). FILE is ledger input (BENCH_DATA says the same); without it a ledger of 10,672 parties
and 35,592 transfers is made.

ledger-at-size is run only by its name. It fills a ledger of N made-up transfers (300,000) by import --bulk
and asks for pages, filters, summaries and searches. Ten million take some half an hour and 30 GB.
DIR keeps the data; what is there already is measured as it is.
`;

/** What `parseArgs` knows of the words. */
export const words = {
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    pages: { type: 'string', default: '2000' },
    readers: { type: 'string', default: '10000' },
    rows: { type: 'string', default: '300000' },
    'data-dir': { type: 'string' },
  },
} as const;

export interface Options extends PartOptions {
  only: Part | undefined;
}

/** What the words say. */
export function readOptions(values: ReturnType<typeof parseArgs<typeof words>>['values']): Options {
  const { only } = values;
  if (only !== undefined && !isPart(only)) {
    throw new Misuse(`--only is one of ${Object.keys(parts).join(', ')}.`);
  }
  if (only === 'cached-readers' && !isHere('Varnish')) {
    throw new Misuse('cached-readers needs Varnish (Debian: varnish).');
  }
  const data = values.data ?? (process.env.BENCH_DATA || undefined);
  const folder = values['data-dir'];
  return {
    only,
    pages: wholeNumber('pages', values.pages, 400),
    readers: wholeNumber('readers', values.readers, 1_000),
    data: data && fromCaller(data),
    atSize: { rows: wholeNumber('rows', values.rows, 1_000), folder: folder && fromCaller(folder) },
  };
}

const isPart = (name: string): name is Part => Object.hasOwn(parts, name);
