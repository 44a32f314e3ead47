import { bearer, call } from '../../../http/call.ts';
import { readOrder } from '../../../processes/answer-orders.ts';
import { largeArtifacts, largeQuestion } from './large-bodies.ts';
import { type RegistryReport, registryOrderSchema } from './registry-order.ts';

// A process that asks the registry with tokens (`askProcess`).
const { adminUrl, app, ask, secrets, seconds } = readOrder(registryOrderSchema);
/** Milliseconds that a file may take on a busy machine, and a call that reads all that is kept. */
const timeoutMs = 120_000;
/** Each token asks for this many verifications at the same time. */
const verifications = 20;

const answers: RegistryReport = {};
const end = performance.now() + seconds * 1_000;
await Promise.all(secrets.flatMap(ask === 'verify' ? verify : sendLargeFiles));
console.log(JSON.stringify(answers));

function verify(secret: string): Promise<void>[] {
  const headers = bearer(secret);
  return Array.from({ length: verifications }, () =>
    again(() => call(`${adminUrl}/v1/verify`, { headers, timeoutMs })),
  );
}

function sendLargeFiles(secret: string): Promise<void>[] {
  const headers = bearer(secret);
  const octets = { ...headers, 'content-type': 'application/octet-stream' };
  const json = { ...headers, 'content-type': 'application/json' };
  const publishing = largeArtifacts.map(async (text, n) => {
    const build = `${adminUrl}/v1/artifacts/${app}/9.9.${n}-${'0'.repeat(12)}`;
    const body = Buffer.from(text());
    await call(`${build}/files/artifact.json`, { method: 'PUT', headers: octets, body, timeoutMs });
    await again(() => call(build, { headers, body: {} }));
  });
  const body = Buffer.from(largeQuestion);
  const asking = again(() =>
    call(`${adminUrl}/v1/channels/production/can-ship`, { headers: json, body }),
  );
  return [...publishing, asking];
}

/** Sends requests one after another until the time is over, and counts how often each status came; 0: no answer. */
async function again(send: () => Promise<{ status: number }>): Promise<void> {
  while (performance.now() < end) {
    const { status } = await send().catch(() => ({ status: 0 }));
    answers[status] = (answers[status] ?? 0) + 1;
  }
}
