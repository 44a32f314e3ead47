import { select } from 'd3';

export function show(element) {
  const bars = select(element).append('svg').selectAll('rect').data([1, 2]).join('rect');
  bars.attr('style', 'fill: rgb(1, 2, 3)').attr('height', (height) => height);
}
export const isRight = (element) =>
  [...element.querySelectorAll('rect')].filter(
    (bar) => getComputedStyle(bar).fill === 'rgb(1, 2, 3)',
  ).length === 2;
