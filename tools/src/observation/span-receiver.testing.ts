import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenAnywhere } from '@tallystick/store/free-ports.testing';
import * as v from 'valibot';

const attributeSchema = v.object({
  key: v.string(),
  value: v.object({
    stringValue: v.optional(v.string()),
    intValue: v.optional(v.union([v.number(), v.string()])),
  }),
});
const spanSchema = v.object({
  traceId: v.string(),
  spanId: v.string(),
  parentSpanId: v.optional(v.string()),
  name: v.string(),
  attributes: v.array(attributeSchema),
});
/** OTLP over HTTP, in JSON. */
const exportSchema = v.object({
  resourceSpans: v.array(
    v.object({
      resource: v.object({ attributes: v.array(attributeSchema) }),
      scopeSpans: v.array(v.object({ spans: v.array(spanSchema) })),
    }),
  ),
});

/** A span as it arrived. */
export interface ReceivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  attributes: Readonly<Record<string, string>>;
}

/** Receives spans as an OpenTelemetry collector does. */
export async function startSpanReceiver() {
  const spans: ReceivedSpan[] = [];
  const problems: string[] = [];
  const server = createServer(async (request, response) => {
    const sent = v.safeParse(exportSchema, await json(request));
    if (!sent.success || request.url !== '/v1/traces') problems.push(String(request.url));
    for (const { resource, scopeSpans } of sent.success ? sent.output.resourceSpans : []) {
      const service = plain(resource.attributes)['service.name'] ?? '';
      for (const { attributes, parentSpanId, ...span } of scopeSpans.flatMap((one) => one.spans)) {
        spans.push({ ...span, parentSpanId, service, attributes: plain(attributes) });
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await listenAnywhere(server);
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    problems,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function plain(attributes: readonly v.InferOutput<typeof attributeSchema>[]) {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? String(value.intValue)]),
  );
}
