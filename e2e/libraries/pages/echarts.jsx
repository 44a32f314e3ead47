import * as echarts from 'echarts';

export function show(element) {
  element.style.cssText = 'width: 300px; height: 200px';
  const chart = echarts.init(element);
  chart.setOption({
    animation: false,
    tooltip: { transitionDuration: 0 },
    xAxis: { data: ['rye'] },
    yAxis: {},
    series: [{ type: 'bar', data: [3] }],
  });
  chart.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: 0 });
}
export const isRight = (element) =>
  element.querySelector('canvas') !== null &&
  [...element.querySelectorAll('span')].some((one) => one.textContent === 'rye');
