import ApexCharts from 'apexcharts';

export function show(element) {
  const series = [{ name: 'breads', data: [1, 2, 3] }];
  void new ApexCharts(element, { chart: { type: 'line', height: 200 }, series }).render();
}
export const isRight = (element) =>
  element.querySelector('.apexcharts-series path') !== null &&
  getComputedStyle(element.querySelector('.apexcharts-tooltip')).position === 'absolute';
