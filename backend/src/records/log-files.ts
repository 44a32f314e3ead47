import { fullWidth, parseTilePath } from '@tallystick/tile-log/tiles';
import { hashSize } from '@tallystick/tile-log/tree';
import * as v from 'valibot';
import { error } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import type { RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { readEnd, readTiles } from './read-log.ts';

/** Where the files of the log of records are. */
export const recordLogPath = '/records/log';

const response = {
  200: { description: 'The file.', type: 'string' },
  404: error('The log has no such file.'),
  429: error('Too many requests.'),
  503: error('The store is not available.'),
} as const;
const params = v.object({
  '*': v.pipe(v.string(), v.description('The path of a tile, as in C2SP tlog-tiles.')),
});

/** The log of records as files for everybody (C2SP tlog-tiles): hashes alone, and its signed checkpoint. */
export const recordLog: RoutePlugin<{ store: Pick<Store, 'query'> }> = async (app, { store }) => {
  const read = readTiles(store.query);
  const tags = ['records'];

  app.get(
    `${recordLogPath}/checkpoint`,
    { schema: { summary: 'How far the log of records is, signed', tags, response } },
    async (_request, reply) => {
      const { note } = await readEnd(store.query);
      if (note === '') return reply.code(404).send(errorBody(404, 'The log is not signed yet.'));
      reply.removeHeader('vary');
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=2')
        .send(note);
    },
  );

  app.get(
    `${recordLogPath}/tile/*`,
    { schema: { summary: 'A tile of the log of records', tags, params, response } },
    async ({ params }, reply) => {
      const tile = parseTilePath(`tile/${params['*']}`);
      const hashes = tile && (await read(tile));
      if (tile === null || hashes?.length !== tile.width * hashSize) {
        return reply.code(404).send(errorBody(404, 'The log has no such tile.'));
      }
      reply.removeHeader('vary');
      const isFull = tile.width === fullWidth;
      return reply
        .type('application/octet-stream')
        .header('cache-control', `public, max-age=${isFull ? '31536000' : '3600'}, immutable`)
        .send(Buffer.from(hashes ?? []));
    },
  );
};
