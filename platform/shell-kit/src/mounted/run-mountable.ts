import type { Mountable, Mounted } from '@tallystick/contract/mountable';

/** A mountable that is in the page. */
export type RunningMountable<Props extends object> = ReturnType<typeof runMountable<Props>>;

/**
 * Mounts it into an element, at once or later, and keeps it up to date until it is ended.
 *
 * @param failed called once with what it threw or rejected with
 */
export function runMountable<Props extends object>(
  mountable: Mountable<Props>,
  element: HTMLElement,
  first: Props,
  failed: (error: unknown) => void,
) {
  let [wanted, shown] = [first, first];
  let mounted: Mounted<Props> | null = null;
  let isOver = false;
  const broke = (error: unknown) => {
    if (isOver) return reportError(error);
    failed(error);
  };
  const update = () => {
    if (mounted === null || shown === wanted) return;
    shown = wanted;
    follow(
      () => mounted?.update?.(wanted),
      () => {},
      broke,
    );
  };
  const end = () => {
    const ending = mounted;
    mounted = null;
    // The page is gone: a failure here is heard of as one in an event is.
    follow(
      () => ending?.unmount(),
      () => {},
      reportError,
    );
    element.replaceChildren();
  };
  const hydrate = element.hasChildNodes();
  follow(
    () => mountable.mount(element, first, { hydrate }),
    (came) => {
      if (typeof came?.unmount !== 'function') throw new TypeError('mount must return an unmount');
      mounted = came;
      if (isOver) end();
      else update();
    },
    broke,
  );
  return {
    /** Shows it with these props, once it is mounted. */
    show(props: Props): void {
      wanted = props;
      update();
    },
    /** Unmounts it; one that is still to come is unmounted as it comes. */
    end(): void {
      isOver = true;
      if (mounted !== null) end();
    },
  };
}

/** Does a step, and then what follows: before this returns, unless the step is waited for. */
function follow<Value>(
  step: () => Value | Promise<Value>,
  then: (value: Value) => void,
  failed: (error: unknown) => void,
): void {
  try {
    const value = step();
    if (isPromise(value)) void value.then(then).catch(failed);
    else then(value);
  } catch (error) {
    failed(error);
  }
}

/** Frameworks may bring promises of their own. */
function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
