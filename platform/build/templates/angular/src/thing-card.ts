import { Component, input } from '@angular/core';
import type { Thing } from './things.ts';

@Component({
  selector: 'mfe-name-card',
  template: `
    @if (thing(); as shown) {
      <p><b class="name">{{ shown.name }}</b> {{ shown.words }}</p>
    }
  `,
})
export class ThingCard {
  readonly thing = input<Thing>();
}
