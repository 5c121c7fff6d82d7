import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Pause between two attempts to load a script. */
const PAUSE_MS = 500;
/** Refusals before giving up: a host that is shutting down also refuses. */
const MAX_REFUSALS = 3;

/**
 * A component whose script is loaded on first render. Without a response it retries, so that a window survives while Tandem is
 * unreachable. A refused script (another version was installed) throws to the error boundary.
 */
export function lazyWithRetry<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    let wasAway = false;
    for (let refusals = 0; ; ) {
      try {
        return { default: await load() };
      } catch (cause) {
        if (await isAnswered()) refusals += 1;
        else wasAway = true;
        // The browser may remember that a script did not load and not ask for it again. Nothing of this page is shown yet, so nothing is lost.
        if (wasAway && refusals > 0) window.location.reload();
        if (refusals === MAX_REFUSALS) throw cause;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  });
}

/** True if the page's host still responds. */
async function isAnswered(): Promise<boolean> {
  try {
    return (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
