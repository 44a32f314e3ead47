// With its worker as a file of the build, as its guide for Vite says.
import { Map as Chart, setWorkerUrl } from 'maplibre-gl';
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';

setWorkerUrl(worker);

const point = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [0, 0] } };
const style = {
  version: 8,
  sources: { bakery: { type: 'geojson', data: point } },
  layers: [{ id: 'bakery', type: 'circle', source: 'bakery' }],
};

export function show(container) {
  container.style.height = '200px';
  // Loaded once its worker has answered.
  new Chart({ container, style }).on('load', () => {
    container.dataset.loaded = '';
  });
}
export const isRight = (element) => element.dataset.loaded === '';
