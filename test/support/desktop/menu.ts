import type { MenuItemConstructorOptions } from 'electron';

/** The labels of a menu, or the type where there is no label (a separator). */
export function menuLabels(items: readonly MenuItemConstructorOptions[]): (string | undefined)[] {
  return items.map((item) => item.label ?? item.type);
}

/** Finds the entry at a path of labels; throws if there is none. */
export function menuEntry(
  items: readonly MenuItemConstructorOptions[],
  ...labels: readonly string[]
): MenuItemConstructorOptions {
  const [label, ...inner] = labels;
  const found = items.find((item) => item.label === label);
  if (found === undefined) throw new Error(`no entry "${label}" among: ${menuLabels(items).join(', ')}`);
  return inner.length === 0 ? found : menuEntry(submenuOf(found), ...inner);
}

/** Clicks an entry as a person would; throws if it is disabled or has no action. */
export function clickMenu(items: readonly MenuItemConstructorOptions[], ...labels: readonly string[]): void {
  const entry = menuEntry(items, ...labels);
  if (entry.click === undefined || entry.enabled === false) throw new Error(`"${labels.at(-1)}" cannot be clicked`);
  // The shell's menu entries ignore the arguments that Electron passes.
  (entry.click as () => void)();
}

/** The submenu of an entry. */
export function submenuOf(entry: MenuItemConstructorOptions): readonly MenuItemConstructorOptions[] {
  if (!Array.isArray(entry.submenu)) throw new Error(`"${entry.label}" has no submenu`);
  return entry.submenu;
}
