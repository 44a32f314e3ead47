import * as v from 'valibot';
import { anyPort, matching, numeric, oneOf } from '../kinds.ts';
import { everyServer, setting } from '../setting.ts';

/** What servers tell of themselves, and where. */
export const observing = {
  LOG_LEVEL: setting(oneOf(['info', 'warn', 'error'], 'info'), {
    does: 'what servers log: `info` every request, or only `warn`, `error`',
    readBy: [everyServer],
  }),
  SITE_METRICS_PORT: setting(v.optional(anyPort), {
    does: "port of the metrics of a site server's process; absent: none",
    readBy: ['site', 'admin'],
    see: 'observation.md',
  }),
  METRICS_HOST: setting(
    v.optional(v.pipe(v.string(), v.ip('is not an address such as 10.0.0.5'))),
    {
      does: 'the address of the ports of metrics; absent: this machine alone',
      readBy: [everyServer],
    },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    v.optional(matching(/^https?:\/\/\S+$/, 'is not an address such as http://localhost:4318')),
    {
      does: 'where servers send traces, by OTLP over HTTP, such as `http://localhost:4318`; absent: nowhere',
      readBy: [everyServer],
      see: 'observation.md#traces',
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    numeric('1', /^(0(\.\d{1,6})?|1(\.0*)?)$/, 'is not a number between 0 and 1'),
    { does: 'share of traces that is recorded, 0 to 1', readBy: [everyServer] },
  ),
};
