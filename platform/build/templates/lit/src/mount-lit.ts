import type { Mountable } from '@tallystick/release/mountable';
import type { LitElement } from 'lit';

/** An element of Lit as a page or a widget of the site. `toFields` makes its fields of the props that the site gives. */
export function mountLit<Shown extends LitElement, Given extends object>(
  Shown: new () => Shown,
  toFields: (given: Given) => Partial<Shown>,
): Mountable<Given> {
  return {
    async mount(element, given) {
      define(Shown);
      const shown = Object.assign(new Shown(), toFields(given));
      element.append(shown);
      // What is thrown as it is drawn rejects here, so that the site hears of it.
      await shown.updateComplete;
      return {
        update(next) {
          Object.assign(shown, toFields(next));
          return shown.updateComplete;
        },
        unmount: () => shown.remove(),
      };
    },
  };
}

/** A page may hold two builds of this remote, and a name is defined once: each class takes the next free one. */
function define(Shown: CustomElementConstructor): void {
  if (customElements.getName(Shown) !== null) return;
  let at = 1;
  while (customElements.get(`mfe-name-${at}`) !== undefined) at += 1;
  customElements.define(`mfe-name-${at}`, Shown);
}
