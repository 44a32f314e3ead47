/** Thrown by a route's loader when its remote cannot be loaded; shown as a notice in its zone. */
export class RemoteUnavailable extends Error {
  override readonly name = 'RemoteUnavailable';
  /** The remote's title, as people know it. */
  readonly title: string;

  constructor(title: string, cause: unknown) {
    super(`${title} cannot be loaded`, { cause });
    this.title = title;
  }
}
