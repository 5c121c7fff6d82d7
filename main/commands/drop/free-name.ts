import { nameKey } from '../../engine/model/names/name-key.ts';

/**
 * `report.pdf` -> `report (2).pdf`, with the first free number. Returns the name itself if it is free. `tried`: the last number of each name, so
 * that thousands of equal names take one step each.
 */
export function freeName(
  name: string,
  isTaken: (key: string) => boolean,
  tried: Map<string, number> = new Map(),
): string {
  const key = nameKey(name);
  if (!isTaken(key)) return name;
  const dot = name.lastIndexOf('.');
  // A leading dot starts a name, not an extension.
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = (tried.get(key) ?? 1) + 1; ; number += 1) {
    const candidate = `${stem} (${number})${extension}`;
    if (isTaken(nameKey(candidate))) continue;
    tried.set(key, number);
    return candidate;
  }
}
