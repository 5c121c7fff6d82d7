import { nameKey } from '../../engine/model/names/name-key.ts';

/** `report.pdf` -> `report (2).pdf`, with the first free number. Returns the name itself if it is free. */
export function freeName(name: string, isTaken: (key: string) => boolean): string {
  if (!isTaken(nameKey(name))) return name;
  const dot = name.lastIndexOf('.');
  // A leading dot starts a name, not an extension.
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 2; ; number += 1) {
    const candidate = `${stem} (${number})${extension}`;
    if (!isTaken(nameKey(candidate))) return candidate;
  }
}
