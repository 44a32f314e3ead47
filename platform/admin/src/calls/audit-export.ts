import { Readable } from 'node:stream';
import type { ValibotTypes } from '@tallystick/guard/request-schemas';
import { sentenceOf } from '@tallystick/registry/contract/audit-sentence';
import type { AuditEntry } from '@tallystick/registry/contract/history';
import { routes } from '@tallystick/registry/contract/routes';
import type { Audit } from '@tallystick/registry/registry';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

const maxEntries = 100_000;
/** Entries that are in memory at a time. */
const perRead = 200;

type Asked = Omit<Parameters<Audit['entries']>[0], 'limit'>;
type Format = keyof typeof formats;

/** `GET /v1/audit/export`: read as fast as the reader takes it. */
export function auditExportCall(server: FastifyInstance, { registry }: Context): void {
  const { path, query } = routes.exportAudit;
  const schema = { querystring: query };
  const options = { schema, exposeHeadRoute: false };
  server.withTypeProvider<ValibotTypes>().get(path, options, (request, reply) => {
    const { format, ...asked } = request.query;
    reply
      .type(formats[format].type)
      .header('content-disposition', `attachment; filename="audit.${format}"`);
    return reply.send(Readable.from(exported(registry.audit, asked, format)));
  });
}

async function* exported(audit: Pick<Audit, 'entries'>, asked: Asked, format: Format) {
  const { head, line } = formats[format];
  yield head;
  let { before } = asked;
  for (let told = 0; told < maxEntries; told += perRead) {
    const entries = await audit.entries({ ...asked, before, limit: perRead });
    if (entries.length > 0) yield entries.map(line).join('');
    if (entries.length < perRead) return;
    before = entries.at(-1)?.sequence;
  }
}

const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: 'number,at,by,kind,sentence,hash\r\n',
    line: (entry: AuditEntry) => {
      const { sequence, at, by, action, hash } = entry;
      return `${[String(sequence), at, by, action, sentenceOf(entry), hash].map(cell).join(',')}\r\n`;
    },
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (entry: AuditEntry) => `${JSON.stringify({ ...entry, sentence: sentenceOf(entry) })}\n`,
  },
};

/** A spreadsheet takes a text for a formula that begins with one of these, also behind blanks. */
const formula = /^\s*[=+\-@\t\r]/;

function cell(text: string): string {
  return `"${formula.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
}
