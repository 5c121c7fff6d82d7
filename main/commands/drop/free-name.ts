import { nameKey } from '../../engine/model/name-key.ts';

/** `report.pdf` -> `report (2).pdf`, with the first number that is free; the name itself when it is. */
export function freeName(name: string, isTaken: (key: string) => boolean): string {
  if (!isTaken(nameKey(name))) return name;
  const dot = name.lastIndexOf('.');
  // A leading dot begins a name, it ends none.
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 2; ; number += 1) {
    const candidate = `${stem} (${number})${extension}`;
    if (!isTaken(nameKey(candidate))) return candidate;
  }
}
