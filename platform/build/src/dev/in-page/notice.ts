/** How many different texts are shown at once. */
const maxShown = 5;

/** A place below the line on the working copy for what goes wrong: each text once, until a file is saved. */
export function createNotice(): (text: string) => void {
  const place = document.createElement('pre');
  place.role = 'alert';
  const shown = new Set<string>();
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const isObject = source === window && typeof data === 'object' && data !== null;
    if (!isObject || Reflect.get(data, 'type') !== 'webpackInvalid') return;
    shown.clear();
    place.remove();
  });
  return (text) => {
    if (shown.size >= maxShown) return;
    shown.add(text);
    place.textContent = [...shown].join('\n\n');
    document.getElementById('working-copy')?.append(place);
  };
}
