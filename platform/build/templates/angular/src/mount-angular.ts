import {
  createComponent,
  ErrorHandler,
  provideZonelessChangeDetection,
  type Type,
} from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import type { Mountable } from '@tallystick/release/mountable';

/** The site hears of what is thrown, and shows the build before in its place. */
class Thrown extends ErrorHandler {
  override handleError(error: unknown): void {
    throw error;
  }
}

/** A component of Angular as a page or a widget of the site. `toInputs` makes its inputs of the props that the site gives. */
export function mountAngular<Given extends object>(
  component: Type<unknown>,
  toInputs: (given: Given) => Record<string, unknown>,
): Mountable<Given> {
  return {
    async mount(element, given) {
      const providers = [
        provideZonelessChangeDetection(),
        { provide: ErrorHandler, useClass: Thrown },
      ];
      const application = await createApplication({ providers });
      const hostElement = element.appendChild(document.createElement('div'));
      const environmentInjector = application.injector;
      const shown = createComponent(component, { environmentInjector, hostElement });
      const show = (next: Given) => {
        for (const [name, value] of Object.entries(toInputs(next))) shown.setInput(name, value);
        application.tick();
      };
      application.attachView(shown.hostView);
      show(given);
      return { update: show, unmount: () => application.destroy() };
    },
  };
}
