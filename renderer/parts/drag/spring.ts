import { useEffect, useState } from 'react';
import { hrefOf } from '../../state/hooks/route.ts';
import type { DropTarget } from './drop-target.ts';

/** How long the pointer rests on a folder before the folder opens, in milliseconds. */
const OPENS_AFTER_MS = 700;
/** A smaller movement is not a choice of another folder, in pixels. */
const TREMOR_PX = 4;

type Point = { readonly clientX: number; readonly clientY: number };

export type Spring = {
  /** The pointer is over this folder; null: over none that opens. */
  readonly over: (target: DropTarget | null, at: Point) => void;
  readonly stop: () => void;
};

/** Opens the folder under the pointer during a drag, so that a person can walk to a deeper one. */
export function useSpring(): Spring {
  const [spring] = useState(() =>
    createSpring((folderId) => {
      window.location.hash = hrefOf('files', { folder: folderId });
    }),
  );
  useEffect(() => spring.stop, [spring]);
  return spring;
}

function createSpring(open: (folderId: string) => void): Spring {
  let armed: { readonly folderId: string; readonly timer: ReturnType<typeof setTimeout> } | null = null;
  // After a folder opens, another one lies under a pointer that didn't move. It stays closed.
  let openedAt: Point | null = null;
  let last: Point = { clientX: 0, clientY: 0 };
  const disarm = (): void => {
    if (armed !== null) clearTimeout(armed.timer);
    armed = null;
  };
  return {
    over(target, at) {
      last = { clientX: at.clientX, clientY: at.clientY };
      if (openedAt !== null && distance(openedAt, last) < TREMOR_PX) return;
      openedAt = null;
      const folderId = target?.opens === true ? target.folderId : null;
      if (folderId === (armed?.folderId ?? null)) return;
      disarm();
      if (folderId === null) return;
      const timer = setTimeout(() => {
        armed = null;
        openedAt = last;
        open(folderId);
      }, OPENS_AFTER_MS);
      armed = { folderId, timer };
    },
    stop() {
      disarm();
      openedAt = null;
    },
  };
}

const distance = (one: Point, other: Point): number =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
