/** The part of a call's body by which its answer is found: without what depends on who asks. */
export function handedBody(body: { readonly data?: unknown; readonly srvc?: unknown }): string {
  return JSON.stringify([body.data, body.srvc ?? null]);
}
