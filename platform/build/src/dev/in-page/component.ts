import type { ReactNode, Ref } from 'react';

type Render = (props: object, ref?: Ref<unknown>) => ReactNode;
interface Memo {
  type: Component;
  compare: ((before: object, after: object) => boolean) | null;
}
interface ForwardRef {
  render: Render;
}
/** What React draws by calling something: a function, a class, or one of these in a wrapper of React's. */
export type Component =
  | (Render & { prototype?: { isReactComponent?: unknown } })
  | Memo
  | ForwardRef;

const memo = Symbol.for('react.memo');
const forwardRef = Symbol.for('react.forward_ref');

export function isComponent(type: unknown): type is Component {
  if (typeof type === 'function') return true;
  return kindOf(type) === memo || kindOf(type) === forwardRef;
}

export function isMemo(type: Component): type is Memo {
  return kindOf(type) === memo;
}

export function isForwardRef(type: Component): type is ForwardRef {
  return kindOf(type) === forwardRef;
}

/** For React's developer tools. */
export function nameOf(type: Component): string {
  if (isMemo(type)) return nameOf(type.type);
  return (isForwardRef(type) ? type.render : type).name;
}

function kindOf(type: unknown): unknown {
  return typeof type === 'object' && type !== null ? Reflect.get(type, '$$typeof') : undefined;
}
