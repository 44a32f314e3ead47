/** The three engines that the site is made for. */
export type Engine = 'chromium' | 'firefox' | 'webkit';

/** How a browser is opened. */
export interface EngineOptions {
  /** A proxy for http that all its requests go through, those to this machine, too: `http://127.0.0.1:…`. */
  readonly proxy?: string;
}

/** A browser with one tab, which has kept nothing from before. */
export interface Browser {
  /**
   * Goes to a whole address; resolves when the page has loaded. @throws if there is none, as when nobody answers; WebKit
   * then shows a page of its own, which is what `text` has.
   */
  goto(address: string): Promise<void>;
  /** Value, as JSON has it, of an expression in the page; a promise is awaited. @throws what it throws. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks, as a person does, in the middle of the first element for a CSS selector. @throws if there is none. */
  click(selector: string): Promise<void>;
  /** Types into what has the focus, key by key. */
  type(text: string): Promise<void>;
  /** Folder that gets what the page saves as a download. */
  readonly downloads: string;
  /** What the page shows, as text. */
  text(): Promise<string>;
  close(): Promise<void>;
}
