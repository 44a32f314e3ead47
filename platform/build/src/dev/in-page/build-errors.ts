/** What the client of the development server tells the page that it is in. */
const ends = ['webpackOk', 'webpackStillOk', 'webpackWarnings'];

/** Says below the line on the working copy what does not build, for as long as it does not. */
export function showBuildErrors(): void {
  const text = document.createElement('pre');
  text.role = 'alert';
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window || typeof data !== 'object' || data === null) return;
    const { type, data: errors }: { type?: unknown; data?: unknown } = data;
    if (type === 'webpackErrors' && Array.isArray(errors)) {
      text.textContent = errors.join('\n\n');
      document.getElementById('working-copy')?.append(text);
    } else if (typeof type === 'string' && ends.includes(type)) text.remove();
  });
}
