import mermaid from 'mermaid';

export async function show(element) {
  mermaid.initialize({ startOnLoad: false, htmlLabels: false });
  const { svg } = await mermaid.render('drawing', 'graph TD; Flour-->Bread');
  // The page takes styles out of markup, and lets scripts write them.
  element.innerHTML = svg;
  const [, rules] = /<style>(.*?)<\/style>/s.exec(svg);
  const style = document.createElement('style');
  style.textContent = rules.replaceAll('&gt;', '>');
  element.append(style);
}
export const isRight = (element) =>
  element.textContent.includes('Flour') &&
  getComputedStyle(element.querySelector('.node rect')).fill === 'rgb(255, 255, 255)';
