import Highcharts from 'highcharts';

export function show(element) {
  Highcharts.chart(element, { series: [{ type: 'column', data: [1, 2] }] });
}
export const isRight = (element) => element.querySelectorAll('.highcharts-point').length === 2;
