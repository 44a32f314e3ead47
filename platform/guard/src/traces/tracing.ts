import type { Attributes, SpanContext } from '@opentelemetry/api';
import type { TraceContext } from '@tallystick/contract/traceparent';
import type { Environment } from '@tallystick/settings/environment';

/** Milliseconds that the receiver of spans may take; the end of a process waits no longer. */
const exportTimeout = 2_000;

/** Records spans and sends them to a receiver. */
export type Tracing = NonNullable<Awaited<ReturnType<typeof openTracing>>>;

/**
 * Opens what sends spans by OTLP over HTTP to OTEL_EXPORTER_OTLP_ENDPOINT; undefined without that setting:
 * nothing of OpenTelemetry is loaded then. The share of traces that is recorded follows from their ids, so
 * servers agree. A caller's word on it does not count: anybody can call.
 *
 * @param service the name of this process in traces
 */
export async function openTracing(
  environment: Pick<Environment, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>,
  service: string,
) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = environment;
  if (endpoint === undefined) return undefined;
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeout });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.TraceIdRatioBasedSampler(share),
    // Its queue is bounded: what is more is dropped.
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: 1_000,
        exportTimeoutMillis: exportTimeout,
      }),
    ],
  });
  const tracer = provider.getTracer('tallystick');
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT };

  const contextOf = ({ traceId, spanId, traceFlags }: SpanContext): TraceContext => ({
    traceId,
    spanId,
    sampled: (traceFlags & api.TraceFlags.SAMPLED) !== 0,
  });
  const around = (parent: TraceContext | null) =>
    parent === null
      ? api.ROOT_CONTEXT
      : api.trace.setSpanContext(api.ROOT_CONTEXT, {
          traceId: parent.traceId,
          spanId: parent.spanId,
          traceFlags: parent.sampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE,
          isRemote: true,
        });

  return {
    start(
      name: string,
      kind: keyof typeof kinds,
      parent: TraceContext | null,
      attributes: Attributes,
    ) {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, around(parent));
      return {
        context: contextOf(span.spanContext()),
        /** Ends the span; `failed` marks it as an error. */
        end(more: Attributes, failed = false): void {
          span.setAttributes(more);
          if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    /** Sends what is left. A receiver that is away keeps no process from ending. */
    close: () => provider.shutdown().catch(() => {}),
  };
}
