import { Component, input } from '@angular/core';
import type { Thing } from './things.ts';

@Component({
  selector: 'mfe-name-list',
  template: `
    <h1>Placeholder</h1>
    <form role="search" (submit)="find($event, words.value)">
      <label>Name <input #words type="search" /></label>
      <button>Find</button>
    </form>
    <ul>
      @for (thing of things(); track thing.id) {
        <li><a class="name" [href]="'/placeholder/' + thing.id">{{ thing.name }}</a></li>
      }
    </ul>
  `,
})
export class ThingList {
  readonly things = input.required<readonly Thing[]>();
  readonly navigate = input.required<(to: string) => void>();

  find(event: Event, words: string) {
    event.preventDefault();
    this.navigate()(`?q=${encodeURIComponent(words)}`);
  }
}
