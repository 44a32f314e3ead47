import mermaid from 'mermaid';

export async function show(element) {
  mermaid.initialize({ startOnLoad: false });
  const { svg } = await mermaid.render('drawing', 'graph TD; Flour-->Bread');
  element.innerHTML = svg;
}
export const isRight = (element) =>
  element.textContent.includes('Flour') &&
  getComputedStyle(element.querySelector('.node rect')).fill === 'rgb(236, 236, 255)';
