import type { FileIdentity, ItemId } from '../../../../main/engine/model/ids.ts';
import { nameKey } from '../../../../main/engine/model/names/name-key.ts';
import { type Chronicle, descendsFrom, latestOf } from '../watching/chronicle.ts';
import type { ServiceNode, View } from '../watching/view.ts';

/**
 * Tracks which contents may exist twice, come back or be uploaded again because a state was lost or set back, or because something was left out for
 * a while: both sides then count as never synced. It also excuses the effect of a request that landed after its sender had given
 * up, if the sender had meanwhile sent the same content (or one saved over it) again, or its person had deleted it: no client can
 * call it back. All other contents are judged as usual.
 */
export type Disturbances = {
  /** The device's state is from another time until it is in sync again, at the earliest at `untilMs`. */
  state(device: string, untilMs: number): void;
  /** Items with this name, or below a folder with this name, are left out somewhere from now on, until all devices are in sync without a rule. */
  name(name: string): void;
  /** The same for this folder of the service, with everything below it, everywhere. */
  folder(id: ItemId): void;
  /** A late request created this content after it was superseded. */
  overtaken(content: string): void;
  /** Call before and after each act, and when a device is asked whether it is in sync. */
  look(nowMs: number): void;
  isTouched(content: string | null): boolean;
  /** What the device knows may be from before or after a restore. */
  isOfAnotherTime(device: string): boolean;
  /** True if there were any. */
  readonly any: boolean;
};

export type DisturbanceParts = {
  readonly view: View;
  readonly devices: readonly string[];
  /** True if that device's engine reports that it is in sync. */
  readonly isInSync: (device: string) => boolean;
  /** The item that the device's engine has paired with this identity; undefined: none. */
  readonly itemOf: (device: string, identity: FileIdentity) => ItemId | undefined;
  /** True once no rule and no choice leaves anything out, on any device. */
  readonly isAllIn: (folders: ReadonlySet<ItemId>) => boolean;
};

/** `first`: each content's place on that disk at the beginning. A state from that moment knows nothing later. */
type Lost = { readonly device: string; readonly untilMs: number; readonly first: Places };

export function openDisturbances({ view, devices, isInSync, itemOf, isAllIn }: DisturbanceParts): Disturbances {
  const touched = new Set<string>();
  const names = new Set<string>();
  const folders = new Set<ItemId>();
  let lost: readonly Lost[] = [];
  let any = false;
  let isOut = false;
  const look = (nowMs: number): void => {
    if (lost.length + names.size + folders.size === 0) return;
    const there = placesThere(view);
    const tops = view.service().flatMap(({ id, path }) => (folders.has(id) ? [path] : []));
    const isLeftOut = (path: string): boolean =>
      path.split('/').some((name) => names.has(nameKey(name))) || tops.some((top) => isAtOrBelow(path, top));
    for (const content of placed(there, isLeftOut)) touched.add(content);
    for (const device of devices) {
      const here = placesHere(view, device);
      for (const content of placed(here, isLeftOut)) touched.add(content);
      // After a rename to a left-out name, it is downloaded again as it is on the service, including items whose delete or replacement the engine
      // had not seen (P69).
      const left = view.disk(device).filter(({ path }) => isLeftOut(path));
      const items = new Set(left.flatMap(({ identity }) => itemOf(device, identity) ?? []));
      const below = view.service().flatMap(({ id, path }) => (items.has(id) ? [path] : []));
      for (const content of placed(there, (path) => below.some((top) => isAtOrBelow(path, top)))) touched.add(content);
      // Unsent or unfetched contents may reach the service before the state is in sync again.
      if (lost.length > 0) for (const content of apart(here, there)) touched.add(content);
      for (const { first } of lost.filter((one) => one.device === device))
        for (const content of apart(here, first)) touched.add(content);
    }
    // A rule or a choice takes effect a moment after it was announced.
    if (!isAllIn(folders)) isOut = true;
    else if (isOut && devices.every(isInSync)) {
      isOut = false;
      names.clear();
      folders.clear();
    }
    lost = lost.filter(({ device, untilMs }) => nowMs < untilMs || !isInSync(device));
  };
  return {
    state(device, untilMs) {
      any = true;
      lost = [...lost, { device, untilMs, first: placesHere(view, device) }];
    },
    name(name) {
      any = true;
      names.add(nameKey(name));
    },
    folder(id) {
      any = true;
      folders.add(id);
    },
    overtaken(content) {
      touched.add(content);
    },
    look,
    isTouched: (content) => content !== null && touched.has(content),
    isOfAnotherTime: (device) => lost.some((one) => one.device === device),
    get any() {
      return any;
    },
  };
}

/**
 * Returns the item's content if it, or one saved over it, is in another item already or was deleted meanwhile: an upload that lands after a
 * repeated request looks the same as someone else's (SPEC P85). Otherwise null.
 */
export function overtakenContent(
  service: readonly ServiceNode[],
  { savedOver, deleted }: Pick<Chronicle, 'savedOver' | 'deleted'>,
  id: ItemId,
): string | null {
  const content = latestOf(service.find((node) => node.id === id));
  if (content === null || deleted.has(content)) return content;
  const others = [...service.filter((node) => node.id !== id).flatMap(({ contents }) => contents), ...deleted];
  return others.some((other) => descendsFrom(savedOver, other, content)) ? content : null;
}

const isAtOrBelow = (path: string, top: string): boolean =>
  path === top || nameKey(path).startsWith(nameKey(`${top}/`));

/** The places of each content. */
type Places = ReadonlyMap<string, readonly string[]>;

function placesOf(entries: Iterable<readonly [path: string, content: string | null]>): Places {
  const places = new Map<string, string[]>();
  for (const [path, content] of entries) {
    if (content === null) continue;
    const known = places.get(content);
    if (known === undefined) places.set(content, [path]);
    else known.push(path);
  }
  return places;
}

const placesHere = (view: View, device: string): Places =>
  placesOf(view.disk(device).map(({ path, content }) => [path, content]));

const placesThere = (view: View): Places =>
  placesOf(
    view
      .service()
      .filter(({ isLive }) => isLive)
      .map((node) => [node.path, latestOf(node)]),
  );

function apart(here: Places, there: Places): readonly string[] {
  const key = (places: Places, content: string): string =>
    (places.get(content) ?? [])
      .map((path) => path.normalize('NFC'))
      .sort()
      .join('\n');
  return [...new Set([...here.keys(), ...there.keys()])].filter(
    (content) => key(here, content) !== key(there, content),
  );
}

const placed = (places: Places, isMeant: (path: string) => boolean): readonly string[] =>
  [...places].filter(([, paths]) => paths.some(isMeant)).map(([content]) => content);
