import Highcharts from 'highcharts';

export function show(element) {
  Highcharts.chart(element, { series: [{ type: 'column', data: [1, 2] }] });
}
// Beside these the legend has one.
export const isRight = (element) => {
  const points = [...element.querySelectorAll('.highcharts-series .highcharts-point')];
  return points.length === 2 && getComputedStyle(points[0]).fill === 'rgb(44, 175, 254)';
};
