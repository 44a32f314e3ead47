import type { ReadWords, Verb } from '@tallystick/command-line/verb';
import { isHere } from '@tallystick/guard/cache-in-front.testing';
import { Misuse } from '../command/command.ts';
import { fromCaller, wholeNumber } from '../command/read-values.ts';
import { type Part, type PartOptions, parts } from './parts.ts';

/** What `npm run bench` says of itself. */
export const bench: Verb = {
  name: 'bench',
  summary: 'measure against peers and limits',
  about: `Measures what a first visit loads and the ledger service, each against a peer or a limit in the same
run, and exits with 1 if a limit is missed. PART is first-visit, interactions, ledger-service, or
lists-under-import, which takes five minutes. Only by their names:

  live-readers       5,000 readers, two minutes
  cached-readers     N readers of the durable stream behind Varnish
  returning-visitor  bytes of a release for a returning visitor, a minute
  dev-refresh        from a saved file to a painted page, for the author of a remote
  navigations        from a click to the next page, and back
  rendering          what it costs the site server to render N pages
  ledger-at-size     fills a ledger of N made-up transfers by import --bulk and asks for pages,
                     filters, summaries and searches; ten million take some half an hour and 30 GB`,
  options: {
    only: { value: 'PART', about: 'this part alone' },
    data: {
      value: 'FILE',
      about:
        'ledger input (BENCH_DATA says the same); else a ledger of 10,672 parties and 35,592 transfers is made',
    },
    pages: { value: 'N', about: 'of rendering; else 2000' },
    readers: { value: 'N', about: 'of cached-readers; else 10000' },
    rows: { value: 'N', about: 'of ledger-at-size; else 300000' },
    'data-dir': {
      value: 'FOLDER',
      about: 'keeps the data of ledger-at-size; what is there already is measured as it is',
    },
  },
};

export interface Options extends PartOptions {
  only: Part | undefined;
}

/** What the words say. */
export function readOptions({ text }: Pick<ReadWords, 'text'>): Options {
  const only = text('only');
  if (only !== undefined && !isPart(only)) {
    throw new Misuse(`--only is one of ${Object.keys(parts).join(', ')}.`);
  }
  if (only === 'cached-readers' && !isHere('Varnish')) {
    throw new Misuse('cached-readers needs Varnish (Debian: varnish).');
  }
  const data = text('data') ?? (process.env.BENCH_DATA || undefined);
  const folder = text('data-dir');
  return {
    only,
    pages: wholeNumber('pages', text('pages') ?? '2000', 400),
    readers: wholeNumber('readers', text('readers') ?? '10000', 1_000),
    data: data && fromCaller(data),
    atSize: {
      rows: wholeNumber('rows', text('rows') ?? '300000', 1_000),
      folder: folder && fromCaller(folder),
    },
  };
}

const isPart = (name: string): name is Part => Object.hasOwn(parts, name);
