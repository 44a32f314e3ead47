import { Readable } from 'node:stream';
import { refuseFor } from '@tallystick/guard/refuse';
import { exportFormats, exportLists } from '@tallystick/shared/contracts/export';
import { exportFileName } from '@tallystick/shared/export/file-name';
import type { Snapshot } from '@tallystick/store/connections';
import * as v from 'valibot';
import { provenLines } from '../records/proven-lines.ts';
import { answers } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import { id } from '../service/fields.ts';
import type { RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { listProblem, searchFiltersSchema } from '../transfers/filters.ts';
import { csvHead, csvLine } from './csv.ts';
import type { ExportedPart } from './naming.ts';
import { ndjsonLines } from './ndjson.ts';
import { readList } from './read-list.ts';
import {
  type ExportSlot,
  openRunningExports,
  type RunningExportLimits,
  type TooMany,
  usualLimits,
} from './running-exports.ts';

export interface ExportOptions {
  store: Pick<Store, 'openSnapshot' | 'recordKey'>;
  /** Stands in the names of files. */
  product: string;
  /** Milliseconds after which a reader is disconnected that takes no byte although some wait. */
  idleTimeoutMs?: number;
  limits?: Partial<RunningExportLimits>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const stallCheckMs = 5_000;
const wholeAlone = 'With proofs there is the whole list alone, without filters.';
const refused: Record<TooMany, [code: 429 | 503, seconds: number, sentence: string]> = {
  'of all': [503, 60, 'Too many exports are being made now. Please try again in a minute.'],
  'of yours': [429, 60, 'Exports of yours are being made. Please wait until one is done.'],
};

const body = v.object({
  data: v.object({
    list: v.pipe(
      v.picklist(exportLists),
      v.description('Every transfer, every asset, or the list of one party.'),
    ),
    user: v.optional(v.pipe(id, v.description('Id of the party, for the list of one.'))),
    format: v.pipe(
      v.picklist([...exportFormats, 'proofs']),
      v.description(
        'proofs: the whole list alone, with what proves each transfer to be as it was recorded.',
      ),
    ),
    filters: v.optional(searchFiltersSchema),
  }),
});

const ndjsonType = 'application/x-ndjson; charset=utf-8';
const types = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: ndjsonType,
  proofs: ndjsonType,
};

async function* csvTexts(parts: AsyncIterable<ExportedPart>): AsyncGenerator<string> {
  let head = csvHead;
  for await (const { transfers } of parts) {
    yield head + transfers.map(csvLine).join('');
    head = '';
  }
  yield head;
}

async function* ndjsonTexts(parts: AsyncIterable<ExportedPart>): AsyncGenerator<string> {
  for await (const part of parts) yield ndjsonLines(part);
}

const { 200: _, ...refusals } = answers({});
const response = {
  200: {
    description: 'The whole list as a file, written as it is read.',
    content: {
      'text/csv': { schema: { type: 'string', description: 'RFC 4180, with a header line.' } },
      'application/x-ndjson': {
        schema: { type: 'string', description: 'Ledger input, to be imported again.' },
      },
    },
  },
  ...refusals,
};

/** The call that writes a whole list as a file. */
export const exportList: RoutePlugin<ExportOptions> = async (app, options) => {
  const { store, product, idleTimeoutMs = 60_000, now = Date.now } = options;
  const running = openRunningExports({ ...usualLimits, ...options.limits });
  const streams = new Set<Readable>();
  const stallCheck = setInterval(() => running.endStalled(), stallCheckMs);
  stallCheck.unref();

  app.addHook('preClose', async () => {
    clearInterval(stallCheck);
    for (const stream of streams) stream.destroy();
  });

  app.post(
    '/transfers/export',
    {
      schema: {
        summary: 'A whole list as CSV, as NDJSON, or with proofs',
        tags: ['transfers'],
        body,
        response,
      },
    },
    async ({ body, ip }, reply) => {
      const { list, user, format } = body.data;
      const { search = '', ...filters } = body.data.filters ?? {};
      const isPart = list !== 'all' || search !== '' || Object.keys(filters).length > 0;
      const problem = format === 'proofs' && isPart ? wholeAlone : listProblem(list, user, filters);
      if (problem) return reply.code(400).send(errorBody(400, problem));
      const entered = running.enter(ip, () => reply.raw.destroy());
      if (!entered.ok) return refuseFor(reply, ...refused[entered.code]);
      const { value: slot } = entered;
      let snapshot: Snapshot | undefined;
      const release = async () => {
        slot.leave();
        await snapshot?.release();
      };
      try {
        snapshot = await slot.awaits(store.openSnapshot());
        const { query } = snapshot;
        const asked = { list, party: user ?? '', search, filters };
        const texts = {
          csv: () => csvTexts(readList(query, asked)),
          ndjson: () => ndjsonTexts(readList(query, asked)),
          proofs: async () => provenLines(query, await store.recordKey()),
        };
        const parts = await texts[format]();
        // Read before the head is sent: a failure here can still be answered as an error.
        const first = await slot.awaits(parts.next());
        const begin = () => reply.raw.flushHeaders();
        const stream = Readable.from(written(begin, first, parts, slot), {
          objectMode: false,
        });
        streams.add(stream);
        stream.once('close', () => {
          streams.delete(stream);
          release().catch((error: unknown) => app.log.error(error));
        });
        const onIdle = () => {
          if (reply.raw.writableLength > 0) reply.raw.destroy();
          // The reader took all there was; it waits for the ledger.
          else reply.raw.off('timeout', onIdle).setTimeout(idleTimeoutMs, onIdle);
        };
        reply.raw.setTimeout(idleTimeoutMs, onIdle);
        const name = exportFileName(
          { list, party: user, search, filters, format: format === 'csv' ? format : 'ndjson' },
          { product, now: now() },
        );
        return reply
          .type(types[format])
          .header('content-disposition', `attachment; filename="${name}"`)
          .header('cache-control', 'no-store')
          .send(stream);
      } catch (error) {
        await release();
        throw error;
      }
    },
  );
};

async function* written(
  begin: () => void,
  first: IteratorResult<string, void>,
  parts: AsyncIterator<string, void>,
  { took, awaits }: ExportSlot,
): AsyncGenerator<Buffer> {
  // The answer begins now, because its reader waits for that and the first hit may be far.
  begin();
  for (let part = first; !part.done; part = await awaits(parts.next())) {
    if (part.value === '') continue;
    const bytes = Buffer.from(part.value);
    yield bytes;
    // The generator resumes when the reader has taken this part.
    took(bytes.length);
  }
}
