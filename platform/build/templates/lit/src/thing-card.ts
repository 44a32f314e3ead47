import { html, LitElement, nothing } from 'lit';
import { look } from './look.ts';
import type { Thing } from './things.ts';

export class ThingCard extends LitElement {
  static override styles = look;
  static override properties = { thing: {} };
  declare thing: Thing | undefined;

  override render() {
    if (this.thing === undefined) return nothing;
    return html`<p><b class="name">${this.thing.name}</b> ${this.thing.words}</p>`;
  }
}
