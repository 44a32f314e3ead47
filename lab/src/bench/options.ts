import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isHere } from '@tallystick/guard/cache-in-front.testing';
import { type Part, type PartOptions, parts } from './parts.ts';

export const help = `Usage: npm run bench -- [--data FILE] [--only PART]
       npm run bench -- --only rendering [--pages N]
       npm run bench -- --only cached-readers [--readers N]
       npm run bench -- --only ledger-at-size [--rows N] [--data-dir DIR]

Measures what a first visit loads and the ledger service, each against a peer or a limit in the same
run, and exits with 1 if a limit is missed. PART is first-visit, interactions, ledger-service, or
lists-under-import, which takes five minutes. Only by their names: live-readers: 5,000 readers, two minutes; cached-readers: N readers (10,000) of
the durable stream behind Varnish; returning-visitor: bytes of a release for
who was here before, a minute; dev-refresh: from a saved file to a painted page, for who writes a remote;
navigations: from a click to the next page, and back; rendering: what it costs the site server to render N pages (2,000). FILE is ledger input (BENCH_DATA says the same); without it a ledger of 10,672 parties
and 35,592 transfers is made.

ledger-at-size is run only by its name. It fills a ledger of N made-up transfers (300,000) by import --bulk
and asks for pages, filters, summaries and searches. Ten million take some half an hour and 30 GB.
DIR keeps the data; what is there already is measured as it is.
`;

export interface Options extends PartOptions {
  help: boolean;
  only: Part | undefined;
}

/** Reads the words of a command; `problem` is one line for a person. */
export function readOptions(
  words: readonly string[],
): ({ ok: true } & Options) | { ok: false; problem: string } {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        data: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        only: { type: 'string' },
        pages: { type: 'string', default: '2000' },
        readers: { type: 'string', default: '10000' },
        rows: { type: 'string', default: '300000' },
        'data-dir': { type: 'string' },
      },
    });
    const number = (name: 'pages' | 'readers' | 'rows', least: number) => {
      const value = Number(values[name]);
      if (Number.isSafeInteger(value) && value >= least) return value;
      throw new Error(`--${name} is a whole number of ${least} or more.`);
    };
    const { only } = values;
    if (only !== undefined && !isPart(only)) {
      throw new Error(`--only is one of ${Object.keys(parts).join(', ')}.`);
    }
    if (only === 'cached-readers' && !isHere('Varnish')) {
      throw new Error('cached-readers needs Varnish (Debian: varnish).');
    }
    const data = values.data ?? (process.env.BENCH_DATA || undefined);
    const folder = process.env.INIT_CWD ?? process.cwd();
    return {
      ok: true,
      help: values.help === true,
      only,
      pages: number('pages', 400),
      readers: number('readers', 1_000),
      data: data === undefined ? undefined : resolve(folder, data),
      atSize: {
        rows: number('rows', 1_000),
        folder: values['data-dir'] && resolve(folder, values['data-dir']),
      },
    };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

const isPart = (name: string): name is Part => Object.hasOwn(parts, name);
