// A small font, as Vite writes it into a style by itself.
import font from '@fontsource/press-start-2p/files/press-start-2p-greek-400-normal.woff2?inline';

export async function show(element) {
  const { status } = await new FontFace('small', `url(${font})`).load();
  element.textContent = status;
}
export const isRight = (element) => element.textContent === 'loaded';
