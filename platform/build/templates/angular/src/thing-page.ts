import { Component, input, signal } from '@angular/core';
import type { Thing } from './things.ts';

@Component({
  selector: 'mfe-name-page',
  template: `
    <h1>{{ thing().name }}</h1>
    <p>{{ thing().words }}</p>
    <label>
      How many
      <input #field type="number" min="1" [value]="count()" (input)="count.set(field.valueAsNumber)" />
    </label>
    <p class="name">{{ count() }} × {{ thing().name }}</p>
  `,
})
export class ThingPage {
  readonly thing = input.required<Thing>();
  readonly count = signal(1);
}
