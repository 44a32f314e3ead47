import { createNotice } from './notice.ts';
import { isOfWorkingCopy, placeInSource } from './place-in-source.ts';

/** Tells of something that code of the working copy threw. */
export type TellThrown = (thrown: unknown) => void;

/**
 * Says below the line on the working copy what its code threw, and where in the source, until a file is saved. It
 * hears by itself what nobody caught.
 *
 * @param base what addresses of the development server begin with
 */
export function showThrownErrors(base: string): TellThrown {
  const say = createNotice();

  async function show(error: Error): Promise<void> {
    const place = await placeInSource(error.stack ?? '', base).catch(() => null);
    say(`${error.name}: ${error.message}${place === null ? '' : `\n  ${place}`}`);
  }
  const tell = (thrown: unknown) => {
    // A loader may throw an answer, and a component a promise; a request that is not wanted any more is no error.
    if (thrown instanceof Error && thrown.name !== 'AbortError') void show(thrown);
  };
  const tellOwn = (thrown: unknown) => {
    if (thrown instanceof Error && isOfWorkingCopy(thrown.stack ?? '', base)) tell(thrown);
  };
  addEventListener('error', ({ error }) => tellOwn(error));
  addEventListener('unhandledrejection', ({ reason }) => tellOwn(reason));
  return tell;
}

/** A function that tells of what it throws, and throws it. */
export function telling(run: unknown, tell: TellThrown): unknown {
  if (typeof run !== 'function') return run;
  return (...parameters: unknown[]): unknown => {
    const failed = (thrown: unknown): never => {
      tell(thrown);
      throw thrown;
    };
    try {
      const result: unknown = Reflect.apply(run, undefined, parameters);
      return result instanceof Promise ? result.catch(failed) : result;
    } catch (thrown) {
      return failed(thrown);
    }
  };
}
