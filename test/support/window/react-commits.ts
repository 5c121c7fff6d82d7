/** A component of React: one object, or two that take turns (`alternate`). */
export type Fiber = {
  readonly tag: number;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly return: Fiber | null;
  readonly alternate: Fiber | null;
  /** The element or text that it stands for; null for a component of ours. */
  readonly stateNode: unknown;
};

/**
 * Runs in the page, before its scripts: after each commit it calls `window.onRendered` with the components that rendered again. It uses the hook that
 * React offers to developer tools, also in a production build.
 */
export function installCommitHook(): void {
  const performedWork = 1;
  const isComponent = ({ tag }: Fiber): boolean => tag === 0 || tag === 11 || tag === 15;
  const visit = (next: Fiber, previous: Fiber, rendered: Fiber[]): void => {
    if (isComponent(next) && (next.flags & performedWork) !== 0) rendered.push(next);
    // Otherwise nothing below rendered, and the flags below are those of an earlier commit.
    if (next.child === previous.child) return;
    for (let child = next.child; child !== null; child = child.sibling) {
      if (child.alternate !== null) visit(child, child.alternate, rendered);
    }
  };
  Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
      const rendered: Fiber[] = [];
      if (root.current.alternate !== null) visit(root.current, root.current.alternate, rendered);
      const listener: unknown = Reflect.get(window, 'onRendered');
      if (typeof listener === 'function') listener(rendered);
    },
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  });
}
