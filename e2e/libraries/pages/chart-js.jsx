import Chart from 'chart.js/auto';

export function show(element) {
  const canvas = element.appendChild(document.createElement('canvas'));
  const data = { labels: ['a', 'b'], datasets: [{ data: [1, 2] }] };
  new Chart(canvas, { type: 'bar', data });
}
export const isRight = (element) =>
  Chart.getChart(element.querySelector('canvas'))?.chartArea.width > 50;
