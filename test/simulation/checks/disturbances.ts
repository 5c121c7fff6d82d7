import type { FileIdentity, ItemId } from '../../../main/engine/model/ids.ts';
import { nameKey } from '../../../main/engine/model/name-key.ts';
import { type Chronicle, descendsFrom, latestOf } from './chronicle.ts';
import type { ServiceNode, View } from './view.ts';

/**
 * Which contents may be kept twice, come back or go up again because a state was lost or set back, or because something was left out
 * for a while: both sides are then taken as if never in step (sync-engine.md 8). And what a request made that landed after its sender
 * had given it up and had sent the same, or what was saved over it, once more, or after its person had deleted it: no client can call it
 * back. All others are judged as if nothing had happened.
 */
export type Disturbances = {
  /** The state of a device is of another time, from now until it has come into step again, which is not before `untilMs`. */
  state(device: string, untilMs: number): void;
  /** What has this name, or lies below a folder of this name, is left out somewhere from now on. */
  name(name: string): void;
  /** This folder of the service, with all below it, is left out everywhere from now on. */
  folder(id: ItemId): void;
  /** A request that landed late made this content after it was overtaken. */
  overtaken(content: string): void;
  /** Before and after each act, and when it is asked whether a device is in step. */
  look(nowMs: number): void;
  isTouched(content: string | null): boolean;
  /** Was there any? */
  readonly any: boolean;
};

export type DisturbanceParts = {
  readonly view: View;
  readonly devices: readonly string[];
  /** Does the engine there say that it is in step? */
  readonly isInSync: (device: string) => boolean;
  /** The item that the engine there has agreed on with what has this identity; undefined: none. */
  readonly itemOf: (device: string, identity: FileIdentity) => ItemId | undefined;
};

/** `first`: where each content was on that disk when it began; a state of that moment knows nothing of what came since. */
type Lost = { readonly device: string; readonly untilMs: number; readonly first: Places };

export function openDisturbances({ view, devices, isInSync, itemOf }: DisturbanceParts): Disturbances {
  const touched = new Set<string>();
  const names = new Set<string>();
  const folders = new Set<ItemId>();
  let lost: readonly Lost[] = [];
  let any = false;
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
      // Given such a name, it comes down again as it is there, with what was deleted or replaced in it before that was seen (P69).
      const left = view.disk(device).filter(({ path }) => isLeftOut(path));
      const items = new Set(left.flatMap(({ identity }) => itemOf(device, identity) ?? []));
      const below = view.service().flatMap(({ id, path }) => (items.has(id) ? [path] : []));
      for (const content of placed(there, (path) => below.some((top) => isAtOrBelow(path, top)))) touched.add(content);
      // What any of them has not sent or fetched yet may reach the service while the state comes into step again.
      if (lost.length > 0) for (const content of apart(here, there)) touched.add(content);
      for (const { first } of lost.filter((one) => one.device === device))
        for (const content of apart(here, first)) touched.add(content);
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
    get any() {
      return any;
    },
  };
}

/**
 * The content of this item, when another one has had it, or what was saved over it, or when it was deleted by then: what comes after
 * the service was asked for it once more could as well be somebody else's (SPEC P85). Else null.
 */
export function overtakenContent(
  service: readonly ServiceNode[],
  { savedOver, deleted }: Pick<Chronicle, 'savedOver' | 'deleted'>,
  id: ItemId,
): string | null {
  const content = latestOf(service.find((node) => node.id === id));
  if (content === null || deleted.has(content)) return content;
  const others = service.filter((node) => node.id !== id).flatMap(({ contents }) => contents);
  return others.some((other) => descendsFrom(savedOver, other, content)) ? content : null;
}

const isAtOrBelow = (path: string, top: string): boolean =>
  path === top || nameKey(path).startsWith(nameKey(`${top}/`));

/** Where each content is. */
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
