import { Readable } from 'node:stream';
import type { ValibotTypes } from '@tallystick/guard/request-schemas';
import { sentenceOf } from '@tallystick/registry/contract/audit-sentence';
import type { AuditEntry } from '@tallystick/registry/contract/history';
import { buildNames } from '@tallystick/registry/contract/provenance';
import { routes } from '@tallystick/registry/contract/routes';
import type { Audit, Registry } from '@tallystick/registry/registry';
import type { FastifyInstance } from 'fastify';

const maxEntries = 100_000;
/** Entries that are in memory at a time. */
const perRead = 200;

type Asked = Omit<Parameters<Audit['entries']>[0], 'limit'>;
type Format = keyof typeof formats;

/** `GET /v1/audit/export`: read as fast as the reader takes it. */
export function auditExportCall(
  server: FastifyInstance,
  { registry }: { registry: Exported },
): void {
  const { path, query } = routes.exportAudit;
  const schema = { querystring: query };
  const options = { schema, exposeHeadRoute: false };
  server.withTypeProvider<ValibotTypes>().get(path, options, (request, reply) => {
    const { format, ...asked } = request.query;
    reply
      .type(formats[format].type)
      .header('content-disposition', `attachment; filename="audit.${format}"`);
    return reply.send(Readable.from(exported(registry, asked, format)));
  });
}

/** What is exported, and what its builds are called. */
interface Exported extends Pick<Registry, 'builds'> {
  audit: Pick<Audit, 'entries'>;
}

async function* exported({ audit, builds }: Exported, asked: Asked, format: Format) {
  const { head, line, end } = formats[format];
  yield head;
  const nameOf = buildNames(await builds());
  let { before } = asked;
  for (let told = 0; told < maxEntries; told += perRead) {
    const entries = await audit.entries({ ...asked, before, limit: perRead });
    if (entries.length > 0)
      yield entries.map((entry) => line(entry, sentenceOf(entry, nameOf))).join('');
    if (entries.length < perRead) return;
    before = entries.at(-1)?.sequence;
  }
  const [next] = await audit.entries({ ...asked, before, limit: 1 });
  if (next !== undefined && before !== undefined) {
    yield end(
      before,
      `This file ends after ${maxEntries} entries. It goes on with before=${before}.`,
    );
  }
}

const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: 'number,at,by,kind,sentence,hash\r\n',
    line: ({ sequence, at, by, action, hash }: AuditEntry, sentence: string) =>
      row([String(sequence), at, by, action, sentence, hash]),
    end: (_before: number, says: string) => row(['', '', '', '', says, '']),
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (entry: AuditEntry, sentence: string) => `${JSON.stringify({ ...entry, sentence })}\n`,
    end: (before: number, says: string) => `${JSON.stringify({ before, says })}\n`,
  },
};

/** A spreadsheet takes a text for a formula that begins with one of these, also behind blanks. */
const formula = /^\s*[=+\-@\t\r]/;

const row = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`;

function cell(text: string): string {
  return `"${formula.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
}
