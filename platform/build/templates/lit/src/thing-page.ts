import { html, LitElement } from 'lit';
import { look } from './look.ts';

export class ThingPage extends LitElement {
  static override styles = look;
  static override properties = { thing: {}, count: { state: true } };
  declare thing: unknown;
  declare private count: number;

  constructor() {
    super();
    this.count = 1;
  }

  private type(event: InputEvent & { target: HTMLInputElement }) {
    this.count = event.target.valueAsNumber;
  }

  override render() {
    const { name, words } = this.thing as { name: string; words: string };
    return html`
      <h1>${name}</h1>
      <p>${words}</p>
      <label>
        How many <input type="number" min="1" .value=${`${this.count}`} @input=${this.type} />
      </label>
      <p class="name">${this.count} × ${name}</p>
    `;
  }
}
