import { map, marker } from 'leaflet';
import 'leaflet/dist/leaflet.css';

export function show(element) {
  element.style.height = '200px';
  const made = map(element).setView([51.5, 0], 9);
  marker([51.5, 0]).addTo(made).bindPopup('<b>Bakery</b>').openPopup();
}
export const isRight = (element) =>
  element.querySelector('.leaflet-control-zoom-in')?.textContent === '+' &&
  element.querySelector('.leaflet-popup-content b')?.textContent === 'Bakery';
