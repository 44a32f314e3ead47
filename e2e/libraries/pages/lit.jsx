import { css, html, LitElement } from 'lit';

class BreadCount extends LitElement {
  static styles = css`b { color: rgb(1, 2, 3); }`;
  render() {
    return html`<b @click=${() => {}} class=${'big'}>Baked ${3} times</b>`;
  }
}

export function show(element) {
  if (!customElements.get('bread-count')) customElements.define('bread-count', BreadCount);
  element.append(document.createElement('bread-count'));
}
export const isRight = (element) => {
  const bold = element.querySelector('bread-count').shadowRoot.querySelector('b.big');
  return bold.textContent === 'Baked 3 times' && getComputedStyle(bold).color === 'rgb(1, 2, 3)';
};
