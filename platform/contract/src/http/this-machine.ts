/** Whether an address is one of the machine that asks: there somebody can start what does not answer. */
export function isOfThisMachine(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}
