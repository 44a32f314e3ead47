import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>',
];
const text = `%PDF-1.4\n${objects.map((one, at) => `${at + 1} 0 obj${one}endobj`).join('\n')}
trailer<</Root 1 0 R>>`;

export async function show(element) {
  GlobalWorkerOptions.workerSrc = worker;
  const { numPages } = await getDocument({ data: new TextEncoder().encode(text) }).promise;
  element.textContent = `${numPages} page`;
}
export const isRight = (element) => element.textContent === '1 page';
