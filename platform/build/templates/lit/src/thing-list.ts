import { html, LitElement } from 'lit';
import { look } from './look.ts';

export class ThingList extends LitElement {
  static override styles = look;
  static override properties = { things: {}, navigate: {} };
  declare things: unknown;
  declare navigate: (to: string) => void;

  private find(event: SubmitEvent) {
    event.preventDefault();
    const words = this.renderRoot.querySelector('input')?.value ?? '';
    this.navigate(`?q=${encodeURIComponent(words)}`);
  }

  override render() {
    const things = this.things as readonly { id: string; name: string }[];
    return html`
      <h1>Placeholder</h1>
      <form role="search" @submit=${this.find}>
        <label>Name <input type="search" /></label>
        <button>Find</button>
      </form>
      <ul>
        ${things.map(
          ({ id, name }) => html`<li><a class="name" href=${`/placeholder/${id}`}>${name}</a></li>`,
        )}
      </ul>
    `;
  }
}
