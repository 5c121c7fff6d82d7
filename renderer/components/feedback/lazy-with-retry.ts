import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

/** Pause between two attempts to load a script. */
const PAUSE_MS = 500;
/** Refusals before giving up: a host that is shutting down also refuses. */
const MAX_REFUSALS = 3;

export type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the script before it is needed. If it cannot be loaded, the first render tries again. */
  readonly preload: () => Promise<void>;
};

/**
 * A component whose script is loaded on first render, or by `preload`. Without a response it retries, so that a window survives while Tandem is
 * unreachable. A refused script (another version was installed) throws to the error boundary.
 */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  /** The browser may remember that a script did not load and not ask for it again, until the page is loaded again. */
  let mayBeRemembered = false;
  const attempt = async (): Promise<ComponentType<Props>> => {
    loaded ??= await load();
    return loaded;
  };
  const Late = lazy(async () => {
    for (let refusals = 0; ; ) {
      try {
        return { default: await attempt() };
      } catch (cause) {
        if (await isAnswered()) refusals += 1;
        else mayBeRemembered = true;
        // Nothing of this part is shown yet, so nothing is lost.
        if (mayBeRemembered && refusals > 0) window.location.reload();
        if (refusals === MAX_REFUSALS) throw cause;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  });
  /** A loaded part never suspends: React keeps a fallback in place for 300 ms, even an empty one. */
  function Part(props: Props): ReactNode {
    const [Drawn] = useState<ComponentType<Props>>(() => loaded ?? (Late as unknown as ComponentType<Props>));
    return createElement(Drawn, props);
  }
  const preload = async (): Promise<void> => {
    try {
      await attempt();
    } catch {
      mayBeRemembered = true;
    }
  };
  return Object.assign(Part, { preload });
}

/** True if the page's host still responds. */
async function isAnswered(): Promise<boolean> {
  try {
    return (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
