import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { exportFormats, exportLists } from '@tallystick/shared/contracts/export';
import { exportFileName } from '@tallystick/shared/export/file-name';
import { Type } from 'typebox';
import { answers } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import { id, text } from '../service/text.ts';
import type { Store } from '../store/store.ts';
import { csvHead, csvLine } from './csv.ts';
import type { ExportedTransfer } from './exported-transfer.ts';
import { createNdjsonWriter } from './ndjson.ts';
import { readList } from './read-list.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { openUnderway, type TooMany, type UnderwayLimits } from './underway.ts';

export interface ExportOptions {
  store: Pick<Store, 'db' | 'engine' | 'query'>;
  /** Stands in the names of files. */
  product: string;
  /** Milliseconds without a byte taken, after which a reader is given up. */
  patience?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const limits: UnderwayLimits = { atOnce: 4, perClient: 2 };
const refused: Record<TooMany, [code: 429 | 503, sentence: string]> = {
  'of all': [503, 'Too many exports are being made now. Please try again in a minute.'],
  'of yours': [429, 'Two exports of yours are being made. Please wait until one is done.'],
};

const body = Type.Object({
  data: Type.Object({
    list: Type.Enum([...exportLists], {
      description: 'Every transfer, every asset, or the list of one party.',
    }),
    user: Type.Optional(id('Id of the party, for the list of one.')),
    format: Type.Enum([...exportFormats]),
    filters: Type.Optional(
      Type.Object({ search: Type.Optional(text(200, { description: 'As in the list calls.' })) }),
    ),
  }),
});

const formats = {
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    head: csvHead,
    createWriter: () => csvLine,
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    createWriter: createNdjsonWriter,
  },
};

const { 200: _, ...refusals } = answers(Type.Object({}));
const response = {
  200: {
    description: 'The whole list as a file, written as it is read.',
    content: {
      'text/csv': { schema: Type.String({ description: 'RFC 4180, with a line of names.' }) },
      'application/x-ndjson': {
        schema: Type.String({ description: 'Ledger input, to be imported again.' }),
      },
    },
  },
  ...refusals,
};

/** The call that writes a whole list as a file. */
export const exportList: FastifyPluginAsyncTypebox<ExportOptions> = async (app, options) => {
  const { store, product, patience = 60_000, now = Date.now } = options;
  const underway = openUnderway(limits);
  const streams = new Set<Readable>();

  app.addHook('preClose', async () => {
    for (const stream of streams) stream.destroy();
  });

  app.post(
    '/transfers/export',
    {
      schema: { summary: 'A whole list as CSV or as NDJSON', tags: ['transfers'], body, response },
    },
    async ({ body, ip }, reply) => {
      const { list, user, format, filters } = body.data;
      const ofParty = list !== 'all' && list !== 'assets';
      if (ofParty && user === undefined) {
        return reply.code(400).send(errorBody(400, 'data must have user for the list of a party.'));
      }
      const entered = underway.enter(ip);
      if (!entered.ok) {
        const [code, sentence] = refused[entered.tooMany];
        return reply.code(code).header('retry-after', '60').send(errorBody(code, sentence));
      }
      const search = filters?.search ?? '';
      const { type, head, createWriter } = formats[format];
      let snapshot: Snapshot | undefined;
      const release = async () => {
        entered.leave();
        await snapshot?.release();
      };
      try {
        snapshot = await openSnapshot(store);
        const parts = readList(snapshot.query, { list, party: user ?? '', search });
        // What fails at once can still be answered as an error.
        const first = await parts.next();
        const stream = Readable.from(written(head, first, parts, createWriter()), {
          objectMode: false,
        });
        streams.add(stream);
        stream.once('close', () => {
          streams.delete(stream);
          release().catch((error: unknown) => app.log.error(error));
        });
        reply.raw.setTimeout(patience, () => reply.raw.destroy());
        const name = exportFileName({ list, party: user, search, format }, { product, now: now() });
        return reply
          .type(type)
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
  head: string,
  first: IteratorResult<ExportedTransfer[]>,
  parts: AsyncIterable<ExportedTransfer[]>,
  write: (transfer: ExportedTransfer) => string,
): AsyncGenerator<Buffer> {
  const bytes = (transfers: readonly ExportedTransfer[]) =>
    Buffer.from(transfers.map(write).join(''));
  if (head !== '') yield Buffer.from(head);
  if (first.done) return;
  if (first.value.length > 0) yield bytes(first.value);
  for await (const transfers of parts) if (transfers.length > 0) yield bytes(transfers);
}
