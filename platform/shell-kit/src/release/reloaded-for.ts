import { readStored, writeStored } from '../storage/stored-text.ts';

const key = 'tallystick-reloaded-for';

/** The shell for which a tab of this session reloaded by itself; null: for none. */
export function readReloadedFor(): string | null {
  return readStored('sessionStorage', key);
}

/** Where it is not kept, at worst the page loads again, which a site that agrees with itself ends. */
export function keepReloadedFor(shell: string): void {
  writeStored('sessionStorage', key, shell);
}
