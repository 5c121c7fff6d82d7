import { z } from 'zod';
import { readFileSync } from '../../disk/disk.ts';
import { writePrivate } from '../../private/open-private.ts';

/** A place on the screens, in device-independent pixels. */
export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const WindowState = z.object({
  bounds: z.object({
    x: z.number().int(),
    y: z.number().int(),
    width: z.number().int().min(1),
    height: z.number().int().min(1),
  }),
  isMaximized: z.boolean(),
});
/** Position of the window, and whether it was maximised. */
export type WindowState = z.infer<typeof WindowState>;

/** The smallest window in which everything is still reachable (the width of the tray popover). */
export const smallestSize = { width: 360, height: 480 } as const;
/** Wide enough for the details of an item beside their list, which are a sheet over it below 1,200 pixels. */
const firstSize = { width: 1280, height: 800 } as const;
/** This much of the window must be on a screen, so that it can be dragged back. */
const reachablePixels = 64;

/** The stored state; null on the first start, or if the file is invalid. */
export function readWindowState(file: string): WindowState | null {
  try {
    const parsed = WindowState.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    // Missing or damaged: open as on the first start.
    return null;
  }
}

/** Stores the state synchronously, since the process may exit next. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writePrivate(file, JSON.stringify(state));
  } catch {
    // A full disk loses the window position but must not prevent quitting.
  }
}

/**
 * Where the window opens: its last position, fitted to the current screens (one may have been unplugged). If that is not reachable, the system
 * centres it.
 */
export function placeWindow(
  kept: WindowState | null,
  workAreas: readonly Area[],
): { readonly bounds: Partial<Area> & Pick<Area, 'width' | 'height'>; readonly isMaximized: boolean } {
  if (kept === null) return { bounds: fitSize(firstSize, workAreas), isMaximized: false };
  const size = fitSize(kept.bounds, workAreas);
  const { x, y } = kept.bounds;
  const isReachable = workAreas.some((area) => overlaps({ x, y, ...size }, area));
  return { bounds: isReachable ? { x, y, ...size } : size, isMaximized: kept.isMaximized };
}

function fitSize(wanted: Pick<Area, 'width' | 'height'>, workAreas: readonly Area[]): Pick<Area, 'width' | 'height'> {
  const widest = Math.max(smallestSize.width, ...workAreas.map((area) => area.width));
  const highest = Math.max(smallestSize.height, ...workAreas.map((area) => area.height));
  return {
    width: Math.min(Math.max(wanted.width, smallestSize.width), widest),
    height: Math.min(Math.max(wanted.height, smallestSize.height), highest),
  };
}

/** The title bar must be on the screen, not just a corner at the bottom. */
function overlaps(window: Area, area: Area): boolean {
  const sideways = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const isTitleOnScreen = window.y >= area.y && window.y <= area.y + area.height - reachablePixels;
  return sideways >= reachablePixels && isTitleOnScreen;
}
