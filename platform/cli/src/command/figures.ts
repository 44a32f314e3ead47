/** Bytes as people read them: `812 B`, `14.2 KB`, `1.3 MB`. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  // As it is rounded: never 1000.0 KB.
  if (bytes < 999_950) return `${(bytes / 1_000).toFixed(1)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A growth in bytes: `+1.2 KB`, `-812 B`, `0 B`. */
export function signed(bytes: number): string {
  return bytes === 0 ? '0 B' : `${bytes > 0 ? '+' : '-'}${size(Math.abs(bytes))}`;
}

/** `1 file`, `12 files`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

/** How long ago a moment is: `12 s ago`, `5 min ago`, `3 h ago`, else its day. */
export function ago(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1_000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 48 * 3_600) return `${Math.floor(seconds / 3_600)} h ago`;
  return at.slice(0, 10);
}

/** A moment to the minute, in UTC: `2026-11-21 03:04`. */
export function minute(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
