const key = 'tallystick-reloaded-for';

/** The shell for which a tab of this session reloaded by itself; null: for none. */
export function readReloadedFor(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepReloadedFor(shell: string): void {
  try {
    sessionStorage.setItem(key, shell);
  } catch {
    // Storage is forbidden. At worst the page loads again, which a site that agrees with itself ends.
  }
}
