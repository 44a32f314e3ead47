import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export function show(element) {
  new UPlot(
    { width: 200, height: 100, series: [{}, {}] },
    [
      [1, 2],
      [1, 2],
    ],
    element,
  );
}
export const isRight = (element) =>
  getComputedStyle(element.querySelector('.u-wrap')).position === 'relative';
