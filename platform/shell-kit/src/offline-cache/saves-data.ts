/** Whether this browser is to load no more than it must: it says so, or its network is slow. */
export function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection !== 'object' || connection === null) return false;
  if (Reflect.get(connection, 'saveData') === true) return true;
  return ['slow-2g', '2g'].includes(String(Reflect.get(connection, 'effectiveType')));
}
