import { type IncomingMessage, type RequestOptions, request, type ServerResponse } from 'node:http';

/** Asks `url` what somebody has asked of us, as it was asked but for `more`; ends that once nobody waits for it. */
export function askOnward(
  url: string | URL,
  asked: IncomingMessage,
  answer: ServerResponse,
  more: RequestOptions = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const onward = request(url, { method: asked.method, headers: asked.headers, ...more }, resolve);
    onward.on('error', reject);
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
}
