import type { ApiResult } from '../definition/define-site.ts';

/** Whether an API has said something that holds: what it refuses or fails at may be otherwise in a moment. */
export function isAnswer({ code }: ApiResult): boolean {
  return code === 404 || (code >= 200 && code < 300);
}
